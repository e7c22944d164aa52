import { getResult } from './bulkExport/getResult.operation';
import { getStatus } from './bulkExport/getStatus.operation';
import { run as bulkExportRun } from './bulkExport/run.operation';
import { start } from './bulkExport/start.operation';
import { run as queryRun } from './query/run.operation';
import type { Operation } from './operation';
import { InputError } from '../../shared/errors';

/** Resource and operation, as saved workflows name them. */
const operations: Record<string, Record<string, Operation>> = {
	query: { run: queryRun },
	bulkExport: { getResult, getStatus, run: bulkExportRun, start },
};

/** @throws InputError where a workflow, made by hand or by an agent, names what does not exist */
export function operationOf(resource: string, name: string): Operation {
	const operation = operations[resource]?.[name];
	if (operation) return operation;
	throw new InputError(
		`There is no operation "${name}" of "${resource}"`,
		'Choose Resource and Operation from the lists.',
	);
}
