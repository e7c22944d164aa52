import { shownCode } from '../../shared/fields/checkExpression';
import { asJson } from '../../shared/text';
import { isNothing } from '../../shared/values';
import type { ItemContext } from './context';
import { withItems } from './fixedItem';
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
		const ofOwn = withItems(code, 'item');
		if (ofOwn === code) return [];
		// It is undefined if no item belongs to this one.
		const own = fields.evaluate(ofOwn, itemIndex);
		const isOwn = (value: unknown) => asJson(value) === asJson(own);
		if (isNothing(own) || isOwn(fields.evaluate(code, itemIndex))) return [];
		// An item that belongs to all messages is nobody's own. A single message may be the next one of a loop: there, only the
		// first item of the node, as one with settings, may belong to all.
		const belongsToAll =
			fields.lastIndex > 0
				? [0, fields.lastIndex].every((index) => isOwn(fields.evaluate(ofOwn, index)))
				: isOwn(fields.evaluate(withItems(code, 'first()'), itemIndex));
		if (belongsToAll) return [];
		const advice = `If this is not meant, write ${shownCode(ofOwn)}`;
		return [`${shownCode(code)} has the value of another item. ${advice}`];
	});
}
