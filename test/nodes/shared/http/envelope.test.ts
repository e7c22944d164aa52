import { z } from 'zod';
import { openEnvelope } from '../../../../nodes/shared/http/envelope';

/* The shape of the data itself is tested in Analytics/api/schemas.test.ts, with both versions of zod. */
describe('an envelope', () => {
	const open = (status: unknown, data: unknown = [1]) =>
		openEnvelope(
			{ url: '', status: 200, advice: {}, body: { data, status } },
			{ schema: z.unknown(), what: 'an answer' },
		);

	it.each([0, 199, 302, 400, 500])(
		'is a refusal if its status is %i, even beside data',
		(status) => {
			const refused = expect.objectContaining({ kind: 'refused', status }) as Error;
			expect(() => open(status)).toThrow(refused);
			expect(() => open(String(status))).toThrow(refused);
		},
	);

	it.each([
		{ http: 200, status: 202, data: null },
		{ http: 202, status: 200, data: [] },
		{ http: 202, data: [] },
		{ http: 202, status: null, data: null },
	])('is not ready if it or HTTP says so, and it has no data yet: %j', ({ http, ...body }) => {
		const notReady = expect.objectContaining({ kind: 'refused', status: 202 }) as Error;
		const expected = { schema: z.unknown(), what: 'an answer' };
		expect(() => openEnvelope({ url: '', status: http, advice: {}, body }, expected)).toThrow(
			notReady,
		);
	});

	it.each([200, 201, '200', ' 200 ', null, undefined])('opens with the status %p', (status) => {
		expect(open(status)).toEqual([1]);
	});

	it.each([[[]], [null]])('needs a status if its data is %j', (data) => {
		expect(open(200, data)).toEqual(data);
		for (const none of [null, undefined]) {
			expect(() => open(none, data)).toThrow('unexpected response instead of an answer');
		}
	});
});
