import { OLDEST } from './installation';
import { expressions } from './suites/expressions';
import { smoke } from './suites/smoke';
import { sharedWorld } from './world';

/* The oldest n8n: the nodes load there, and do what most users want. `all/otherVersions` tries the rest. */

describe('The oldest n8n', () => {
	const shared = sharedWorld(OLDEST);
	describe('what most users want', () => void smoke(shared));
	describe('what expressions give', () => void expressions(shared));
});
