import { Readable } from 'node:stream';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { savedBytes } from '../../../../nodes/Analytics/actions/subExecution';
import { collect } from '../../../support/chunks';

/* Where n8n keeps files is a setting of n8n: in memory as text, or elsewhere under an ID. */

const BYTES = Buffer.from(Array.from({ length: 200_001 }, (_, at) => at % 251));
const file = (values: Partial<IBinaryData>) => ({ mimeType: '', data: '', ...values });

it('reads a file that n8n keeps in memory', async () => {
	const saved = savedBytes({} as IExecuteFunctions, file({ data: BYTES.toString('base64') }));
	expect((await collect(saved)).equals(BYTES)).toBe(true);
});

it('reads a file that n8n keeps elsewhere, and closes it if nobody reads on', async () => {
	const streams: Readable[] = [];
	const helpers = {
		getBinaryStream: async (id: string) => {
			expect(id).toBe('filesystem-v2:file');
			const stream = Readable.from([BYTES.subarray(0, 100_000), BYTES.subarray(100_000)]);
			streams.push(stream);
			return stream;
		},
	};
	const n8n = { helpers } as unknown as IExecuteFunctions;
	const saved = file({ id: 'filesystem-v2:file', data: 'filesystem-v2' });
	expect((await collect(savedBytes(n8n, saved))).equals(BYTES)).toBe(true);
	for await (const chunk of savedBytes(n8n, saved)) {
		expect(chunk).toHaveLength(100_000);
		break;
	}
	expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
