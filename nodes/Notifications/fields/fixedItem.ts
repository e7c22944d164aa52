import { isCallOf, isMember } from '../../shared/fields/codePart';
import { type Node, syntaxTree } from '../../shared/fields/syntaxTree';
import { fromOf, isItems, isSource } from '../../shared/fields/takenFromItems';

/* `$('Orders').first()` is an item at a fixed place of a node: the same one, whichever message it is for. */

/** The same code with other items in place of those at a fixed place. @param which such as `item` or `first()` */
export function withItems(code: string, which: string): string {
	const taken = fixedItemsIn(code);
	return syntaxTree(code).withInstead(taken, (node) => `${sourceOf(node, code)}.${which}`);
}

/**
 * The code of a list: what code gives with each item of the node in place of the one at its fixed place. Undefined if it has
 * no such place, or several, of which a list may be made by hand.
 */
export function withEachItem(code: string): string | undefined {
	const [item, other] = fixedItemsIn(code);
	if (!item || other) return undefined;
	const ofEach = syntaxTree(code).withInstead([item], () => 'eachItem');
	return `${sourceOf(item, code)}.all().map((eachItem) => (${ofEach}))`;
}

function fixedItemsIn(code: string): Node[] {
	const { outermost, parentOf } = syntaxTree(code);
	return outermost((node) => {
		const isOfData = isMember('json', parentOf(node) ?? node);
		return isItems(node) && (isOfData || !(isSource(node) || isCallOf('all', node)));
	});
}

/** The code of the node that items are of. */
function sourceOf(items: Node, code: string): string {
	const name = nameOfSource(items);
	if (!name) return '$input';
	return `$(${name.type === 'Identifier' ? `'${name.name}'` : syntaxTree(code).textOf(name)})`;
}

/** The name of the node that items are of, if it is not the one before. */
function nameOfSource(items: Node): Node | undefined {
	const from = fromOf(items);
	if (from) return nameOfSource(from);
	if (items.type === 'CallExpression') return items.arguments[0];
	return items.type === 'MemberExpression' ? items.property : undefined;
}
