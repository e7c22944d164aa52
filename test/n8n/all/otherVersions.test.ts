import { BEFORE, BETWEEN, OLDEST } from '../installation';
import { examples, tokenIsNowhere } from '../suites/examples';
import { smoke } from '../suites/smoke';
import { subWorkflow } from '../suites/subWorkflow';
import { sharedWorld } from '../world';

/* All that needs no browser, in older n8n. */

describe.each([BEFORE, BETWEEN, OLDEST])('n8n %s', (version) => {
	const shared = sharedWorld(version);
	describe('what most users want', () => void smoke(shared));
	describe('examples', () => void examples(shared));
	describe('sub-workflows', () => void subWorkflow(shared));
	tokenIsNowhere(shared);
});
