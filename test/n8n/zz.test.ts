import { NEWEST } from './installation';
import { expressions } from './suites/expressions';
import { sharedWorld } from './world';
describe('The newest n8n', () => {
	const shared = sharedWorld(NEWEST);
	describe('what expressions give', () => void expressions(shared));
});
