import { BEFORE, BETWEEN, OLDEST } from '../installation';
import { examples } from '../suites/examples';
import { sendTo } from '../suites/sendTo';
import { smoke } from '../suites/smoke';
import { tokenIsNowhere } from '../suites/tokenIsNowhere';
import { sharedWorld } from '../world';

/* All suites that need no browser, in older versions of n8n. */

describe.each([BEFORE, BETWEEN, OLDEST])('n8n %s', (version) => {
	const shared = sharedWorld(version);
	describe('what most users want', () => void smoke(shared));
	describe('examples', () => void examples(shared));
	describe('who receives something', () => void sendTo(shared));
	tokenIsNowhere(shared);
});
