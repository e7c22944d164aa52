import { InputError } from '../../shared/errors';
import { getResult } from './bulkExport/getResult.operation';
import { getStatus } from './bulkExport/getStatus.operation';
import { run as bulkExportRun } from './bulkExport/run.operation';
import { start } from './bulkExport/start.operation';
import type { Operation } from './operation';
import { run as queryRun } from './query/run.operation';

/** Resource and operation, as saved workflows name them. */
const operations = new Map<string, Operation>(
	Object.entries({
		'query run': queryRun,
		'bulkExport getResult': getResult,
		'bulkExport getStatus': getStatus,
		'bulkExport run': bulkExportRun,
		'bulkExport start': start,
	}),
);

/** @throws InputError where a workflow, made by hand or by an agent, names what does not exist */
export function operationOf(resource: string, name: string): Operation {
	const operation = operations.get(`${resource} ${name}`);
	if (operation) return operation;
	throw new InputError(
		`There is no operation "${name}" of "${resource}"`,
		'Choose Resource and Operation from the lists.',
	);
}
