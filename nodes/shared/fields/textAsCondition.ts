import { isCondition, isFunction } from './codePart';
import { type Node, syntaxTree } from './syntaxTree';
import { isField, partsIn } from './takenFromItems';

/*
 * Spreadsheets and CSV files have FALSE as a text, which counts as true in code, as every text does that is not empty. So
 * `$json.vip ? 'order_vip' : 'order'` would choose the wrong template for each customer who is none.
 */

/** Also as Excel writes it in Portuguese and Spanish. "No" may be an answer, and 0 a number of points. */
const FALSE = /^(?:false|falso)$/i;

/** What code takes for true, although it is the text FALSE, in words that follow the code. Undefined if there is nothing. */
export function takenForTrue(
	code: string,
	evaluate: (code: string) => unknown,
): string | undefined {
	const { parentOf, textOf } = syntaxTree(code);
	const fields = partsIn(code, isField);
	const used = fields.filter((node) => !isAsked(node, parentOf)).map(textOf);
	for (const field of fields.map(textOf)) {
		// Whoever also writes the text asks whether there is one.
		if (used.includes(field)) continue;
		const value = evaluate(field);
		const text = typeof value === 'string' ? value.trim() : '';
		if (FALSE.test(text)) return `takes ${field} for true, but it is the text "${text}"`;
	}
	return undefined;
}

/** What the user can do about it. */
export const COMPARE_TEXT =
	'Every text that is not empty counts as true. Compare it, as in {{ $json.vip === "TRUE" ? "vip" : "other" }}.';

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
