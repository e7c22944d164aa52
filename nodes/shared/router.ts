import { InputError } from './errors';

/**
 * Finds the code of an operation.
 *
 * @param operations by resource and operation, as saved workflows name them: `bulkExport run`
 * @returns throws an InputError where a workflow, made by hand or by an agent, names what does not exist
 */
export function router<T>(
	operations: Record<string, T>,
): (resource: string, operation: string) => T {
	const byName = new Map(Object.entries(operations));
	return (resource, operation) => {
		const found = byName.get(`${resource} ${operation}`);
		if (found) return found;
		throw new InputError(
			`There is no operation "${operation}" of "${resource}"`,
			'Choose Resource and Operation from the lists.',
		);
	};
}
