import { withOwnItems } from '../../shared/fields/expressionCode';
import { shownCode } from '../../shared/fields/expressionGap';
import { asJson } from '../../shared/text';
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
	const valueOf = (code: string) => fields.evaluate(code, itemIndex);
	const codes = new Set([...CONTENT, ownId, ownNonce].flatMap((field) => fields.codesOf(field)));
	return [...codes].flatMap((code) => {
		const ofOwn = withOwnItems(code);
		// It is undefined if no item belongs to this one.
		const own = ofOwn === code ? undefined : valueOf(ofOwn);
		if (own === undefined || asJson(own) === asJson(valueOf(code))) return [];
		const advice = `If this is not meant, write ${shownCode(ofOwn)}`;
		return [`${shownCode(code)} has the value of another item. ${advice}`];
	});
}
