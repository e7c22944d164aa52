import type { Assumption, AssumptionGroup } from './assumption';
import { CALL_LIMITS } from './callLimits';
import { EXPORTS } from './exports';
import { NOTIFICATIONS } from './notifications';
import { QUERIES } from './queries';

/** All that we think of the service: `npm run check` tests it, and docs/service.md lists it. */
export const GROUPS: AssumptionGroup[] = [QUERIES, EXPORTS, NOTIFICATIONS, CALL_LIMITS];

export const ASSUMPTIONS: Assumption[] = GROUPS.flatMap(({ assumptions }) => assumptions);
