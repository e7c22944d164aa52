import { readJson } from '../../../../nodes/shared/client/readJson';
import { Secret } from '../../../../nodes/shared/client/secret';

const TOKEN = 'a-secret-token';

async function read(body: string | Buffer, status = 200) {
	async function* chunks(): AsyncGenerator<Uint8Array> {
		yield Buffer.from(body as string);
	}
	const options = { secret: new Secret(TOKEN), request: {} };
	return await readJson({ status, headers: {}, chunks: chunks() }, options);
}

it('gives what was sent, less the token', async () => {
	expect(await read(`{"data":["${TOKEN}"]}`)).toEqual({ status: 200, body: { data: ['*****'] } });
});

it('takes 204 without a body for nothing', async () => {
	expect(await read('', 204)).toEqual({ status: 204, body: null });
});

it('keeps the letter that stands for bytes that are none, where it was sent', async () => {
	expect(await read('["\uFFFD"]')).toEqual({ status: 200, body: ['\uFFFD'] });
});

it('refuses bytes that are not UTF-8, which would change a text silently', async () => {
	const body = Buffer.concat([Buffer.from('["a'), Buffer.of(0xff), Buffer.from('"]')]);
	await expect(read(body)).rejects.toThrow('not valid UTF-8');
});

it.each([
	['', 'nothing'],
	['<html><head><title>x</title></head><body><h1>Hello</h1></body></html>', 'Hello'],
])('shows in words what is not JSON: %p', async (body, words) => {
	await expect(read(body)).rejects.toMatchObject({
		message: 'The response did not come from the service',
		description: `It is not JSON: ${words}. Check the base URL in the credential.`,
	});
});
