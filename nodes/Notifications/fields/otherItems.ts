import { isCallOf, isMember } from '../../shared/fields/codePart';
import { shownCode } from '../../shared/fields/checkExpression';
import { type Node, syntaxTree } from '../../shared/fields/syntaxTree';
import { fromOf, isItems, isSource } from '../../shared/fields/takenFromItems';
import { asJson } from '../../shared/text';
import { isNothing } from '../../shared/values';
import type { ItemContext } from './context';
import { ownId, ownNonce } from './key';
import { CONTENT } from './sendOnce';

/*
 * `$('Orders').first()` is the first order for all messages. Who takes it by mistake sends everybody what belongs to one.
 */

/**
 * A warning for each expression that has another value with the items that belong to its own: n8n says so. What is the same
 * for all, such as a field of a node with a single item, has none.
 */
export function otherItems({ fields, itemIndex }: ItemContext): string[] {
	const codes = new Set([...CONTENT, ownId, ownNonce].flatMap((field) => fields.codesOf(field)));
	return [...codes].flatMap((code) => {
		const ofOwn = withOwnItems(code);
		if (ofOwn === code) return [];
		// It is undefined if no item belongs to this one.
		const own = fields.evaluate(ofOwn, itemIndex);
		const isOwn = (value: unknown) => asJson(value) === asJson(own);
		if (isNothing(own) || isOwn(fields.evaluate(code, itemIndex))) return [];
		// An item that belongs to all is nobody's own.
		if ([0, fields.lastIndex].every((index) => isOwn(fields.evaluate(ofOwn, index)))) return [];
		const advice = `If this is not meant, write ${shownCode(ofOwn)}`;
		return [`${shownCode(code)} has the value of another item. ${advice}`];
	});
}

/** The same code with the items that belong to its own one, in place of those at a fixed place, such as the first. */
function withOwnItems(code: string): string {
	const { outermost, parentOf, textOf, withInstead } = syntaxTree(code);
	const taken = outermost((node) => {
		const isOfData = isMember('json', parentOf(node) ?? node);
		return isItems(node) && (isOfData || !(isSource(node) || isCallOf('all', node)));
	});
	return withInstead(taken, (node) => {
		const name = nameOfSource(node);
		if (!name) return '$input.item';
		return `$(${name.type === 'Identifier' ? `'${name.name}'` : textOf(name)}).item`;
	});
}

/** The name of the node that items are of, if it is not the one before. */
function nameOfSource(items: Node): Node | undefined {
	const from = fromOf(items);
	if (from) return nameOfSource(from);
	if (items.type === 'CallExpression') return items.arguments[0];
	return items.type === 'MemberExpression' ? items.property : undefined;
}
