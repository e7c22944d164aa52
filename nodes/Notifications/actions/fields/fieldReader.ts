import type { IExecuteFunctions } from 'n8n-workflow';

/** The value of a field for an input item. */
export type Field<T> = (itemIndex: number) => T;

/** @param parse checks the value; what it throws is thrown anew for every item */
export type ReadField = <T>(
	name: string,
	fallback: unknown,
	parse: (value: unknown) => T,
) => Field<T>;

/**
 * Reads the fields of a node. n8n finds, copies and checks a value whenever it is asked for it; a
 * field without an expression is the same for all items, so it is read and parsed once.
 */
export function fieldReader(context: IExecuteFunctions): ReadField {
	const { parameters } = context.getNode();
	return (name, fallback, parse) => {
		const read = (itemIndex: number) => parse(context.getNodeParameter(name, itemIndex, fallback));
		return holdsExpression(parameters[name]) ? read : readOnce(read);
	};
}

function readOnce<T>(read: Field<T>): Field<T> {
	let known: { value: T } | undefined;
	return (itemIndex) => (known ??= { value: read(itemIndex) }).value;
}

/** n8n takes any text that begins with "=" as an expression, at any depth (`$fromAI` is one too). */
function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
