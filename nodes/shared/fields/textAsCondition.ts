import { isCondition, isFunction } from './codePart';
import { type Node, syntaxTree } from './syntaxTree';
import { isField, partsIn } from './takenFromItems';

/*
 * Spreadsheets and CSV files have FALSE as a text, which counts as true in code, as every text does that is not empty. So
 * `$json.vip ? 'order_vip' : 'order'` would choose the wrong template for each customer who is none.
 */

/** Also as Excel writes it in Portuguese and Spanish. "No" may be an answer, and 0 a number of points. */
const FALSE = /^(?:false|falso)$/i;

/** A field that code asks for, and whose text is FALSE. Undefined if there is none. */
export function falseTextAskedFor(
	code: string,
	evaluate: (code: string) => unknown,
): { field: string; text: string } | undefined {
	const { parentOf, textOf } = syntaxTree(code);
	const fields = partsIn(code, isField);
	const used = fields.filter((node) => !isAsked(node, parentOf)).map(textOf);
	for (const field of fields.map(textOf)) {
		// Whoever also writes the text asks whether there is one.
		if (used.includes(field)) continue;
		const text = evaluate(field);
		if (typeof text === 'string' && FALSE.test(text.trim())) return { field, text: text.trim() };
	}
	return undefined;
}

/** Whether code only asks whether a part is true. */
function isAsked(node: Node, parentOf: (node: Node) => Node | undefined): boolean {
	const parent = parentOf(node);
	if (parent === undefined) return false;
	if (isCondition(node, parentOf)) return true;
	if (parent.type === 'UnaryExpression') return parent.operator === '!';
	if (parent.type === 'ChainExpression') return isAsked(parent, parentOf);
	if (parent.type === 'LogicalExpression') {
		return (parent.operator === '&&' && parent.left === node) || isAsked(parent, parentOf);
	}
	return isFunction(/^\$if$/, parent) && parent.arguments[0] === node;
}
