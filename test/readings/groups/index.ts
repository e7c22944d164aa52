import type { Group } from '../reading';
import { columns } from './columns';
import { dates } from './dates';
import { envelope, limits, shapes } from './envelope';
import { creation, fileNotYet, jobStart } from './jobs';
import { accepts, nonces, perUser, refuses } from './notifications';
import { refusals, tooManyCalls } from './refusals';
import { history, records, words } from './statusRecord';

/** All that the specification leaves open, in the order of a workflow. */
export const groups: Group[] = [
	envelope,
	shapes,
	refusals,
	tooManyCalls,
	dates,
	creation,
	jobStart,
	records,
	words,
	history,
	fileNotYet,
	columns,
	limits,
	accepts,
	refuses,
	perUser,
	nonces,
];
