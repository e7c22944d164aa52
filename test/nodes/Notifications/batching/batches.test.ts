import fc from 'fast-check';
import { toBatches, withoutDuplicates } from '../../../../nodes/Notifications/batching/batches';
import type { Message } from '../../../../nodes/Notifications/message/message';

const messages = fc
	.array(
		fc.record({
			accountId: fc.constantFrom('a', 'b'),
			flowId: fc.constantFrom('f', 'g'),
			template: fc.constantFrom('t', 'u'),
			nonce: fc.constantFrom('', '1', '2', '3', '4'),
		}),
		{ maxLength: 60 },
	)
	.map((drafts) =>
		drafts.map(({ nonce, ...target }, itemIndex): Message => ({
			...target,
			itemIndex,
			user: { phone: `+${itemIndex}`, nonce, params: {}, labels: [] },
		})),
	);

it('puts every message into one batch of its own kind, in order, and fills batches up', () => {
	fc.assert(
		fc.property(messages, fc.integer({ min: 1, max: 10 }), (all, size) => {
			const batches = toBatches(all, size);
			const placed = batches.flatMap((batch) => batch.messages);
			expect(placed.map(({ itemIndex }) => itemIndex).sort((a, b) => a - b)).toEqual(
				all.map(({ itemIndex }) => itemIndex),
			);
			for (const [index, { messages: users, ...batch }] of batches.entries()) {
				expect(batch.index).toBe(index);
				expect(users.length).toBeLessThanOrEqual(size);
				const indexes = users.map(({ itemIndex }) => itemIndex);
				expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
				for (const { accountId, flowId, template } of users) {
					expect({ accountId, flowId, template }).toEqual({
						accountId: batch.accountId,
						flowId: batch.flowId,
						template: batch.template,
					});
				}
			}
			const kinds = new Set(
				all.map(({ accountId, flowId, template }) => accountId + flowId + template),
			);
			expect(
				batches.filter(({ messages: users }) => users.length < size).length,
			).toBeLessThanOrEqual(kinds.size);
		}),
		{ seed: 1, numRuns: 300 },
	);
});

it('keeps the first message with a nonce, and all without one', () => {
	fc.assert(
		fc.property(messages, (all) => {
			const { unique, duplicates } = withoutDuplicates(all);
			expect(unique.length + duplicates.size).toBe(all.length);
			const nonces = unique.map(({ user }) => user.nonce).filter((nonce) => nonce !== '');
			expect(new Set(nonces).size).toBe(nonces.length);
			const withoutNonce = (some: Message[]) => some.filter(({ user }) => user.nonce === '').length;
			expect(withoutNonce(unique)).toBe(withoutNonce(all));
			for (const [duplicate, first] of duplicates) {
				expect(first).toBeLessThan(duplicate);
				expect(all[duplicate]?.user.nonce).toBe(all[first]?.user.nonce);
			}
		}),
		{ seed: 1, numRuns: 300 },
	);
});
