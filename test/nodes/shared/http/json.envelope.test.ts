import { z } from 'zod';
import { openEnvelope } from '../../../../nodes/shared/http/json';

/* The shape of the data itself: see Analytics/api/schemas.test.ts. */

const open = (body: unknown, status = 200) =>
	openEnvelope({ url: '', status, body }, { schema: z.unknown(), what: 'an answer' });

it.each([0, 199, 302, 400, 500])('is a refusal if its status is %i, even beside data', (status) => {
	const refused = expect.objectContaining({ kind: 'refused', status }) as Error;
	expect(() => open({ data: [1], status })).toThrow(refused);
	expect(() => open({ data: [1], status: String(status) })).toThrow(refused);
});

it.each([200, 201, '200', ' 200 ', null, undefined])('opens with the status %p', (status) => {
	expect(open({ data: [1], status })).toEqual([1]);
});
