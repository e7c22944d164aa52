import { OLDEST } from './installation';
import { smoke } from './suites/smoke';
import { sharedWorld } from './world';

/* The oldest n8n: that the nodes load there, and do what most users want. `all` has the rest. */

describe('The oldest n8n', () => void smoke(sharedWorld(OLDEST, { browser: false })));
