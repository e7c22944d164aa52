import { OLDEST } from '../installation';
import { firstSteps } from '../suites/firstSteps';
import { sharedWorld } from '../world';

/* README in the oldest n8n, whose editor looks different. */

firstSteps(sharedWorld(OLDEST, { browser: true }));
