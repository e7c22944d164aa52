import { NEWEST } from './installation';
import { editorSuite } from './suites/editor';
import { examples } from './suites/examples';
import { expressions } from './suites/expressions';
import { firstSteps } from './suites/firstSteps';
import { sendTo } from './suites/sendTo';
import { smoke } from './suites/smoke';
import { stopped } from './suites/stopped';
import { tables } from './suites/tables';
import { templates } from './suites/templates';
import { tokenIsNowhere } from './suites/tokenIsNowhere';
import { sharedWorld } from './world';

/* The newest n8n: one process and one browser for all that needs nothing special. */

describe('The newest n8n', () => {
	const shared = sharedWorld(NEWEST, { browser: true });
	describe('what most users want', () => void smoke(shared));
	describe('the first steps of README', () => void firstSteps(shared));
	describe('examples', () => void examples(shared));
	describe('who receives something', () => void sendTo(shared));
	describe('what expressions give', () => void expressions(shared));
	describe('where rows go', () => void tables(shared));
	describe('executions that are stopped', () => void stopped(shared));
	describe('the editor', () => void editorSuite(shared));
	describe('templates', () => void templates(shared));
	tokenIsNowhere(shared);
});
