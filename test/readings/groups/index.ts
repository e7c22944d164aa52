import type { Group } from '../reading';
import { columns } from './columns';
import { creation } from './creation';
import { dates } from './dates';
import { envelope, shapes } from './envelope';
import { fileNotYet } from './fileNotYet';
import { jobStart } from './jobStart';
import { limits } from './limits';
import { accepts, nonces, perUser, refuses } from './notifications';
import { refusals } from './refusals';
import { history, records, words } from './statusRecord';
import { tooManyCalls } from './tooManyCalls';

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
