import { router } from '../../shared/router';
import { getResult } from './bulkExport/getResult.operation';
import { getStatus } from './bulkExport/getStatus.operation';
import { run as bulkExportRun } from './bulkExport/run.operation';
import { start } from './bulkExport/start.operation';
import type { Operation } from './operation';
import { run as queryRun } from './query/run.operation';

export const operationOf = router<Operation>({
	'query run': queryRun,
	'bulkExport getResult': getResult,
	'bulkExport getStatus': getStatus,
	'bulkExport run': bulkExportRun,
	'bulkExport start': start,
});
