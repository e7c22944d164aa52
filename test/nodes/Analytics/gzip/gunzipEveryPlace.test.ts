import { gunzipSync } from 'node:zlib';
import {
	bytesOf,
	concat,
	gunzip,
	gzip,
	refusal,
	rowsText,
	sameBytes,
} from '../../../support/gzipFiles.ts';

/*
 * What holds at every place of a file. Apart from the others, so that mutation testing can leave it
 * out: each change of the code would go through all places.
 */

const small = bytesOf('name,value\nfirst,1\nsecond,2\n');
const rows = bytesOf(rowsText(6_000));

/** Random bytes do not compress: they make stored blocks. */
const noise = Uint8Array.from({ length: 1_500 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);

function zlibReads(file: Uint8Array): boolean {
	try {
		gunzipSync(file);
		return true;
	} catch {
		return false;
	}
}

describe('Gunzip reads', () => {
	// What was read ahead at the end of a piece must not be given back later, when it is gone.
	it.each([
		['members', concat([gzip(bytesOf(rowsText(50))), gzip(bytesOf(rowsText(400)))])],
		[
			'stored blocks',
			concat([gzip(small), gzip(noise, { level: 0 }), gzip(rows.subarray(0, 3_000))]),
		],
	])('%s in two pieces, cut anywhere', (_, file) => {
		const data = Uint8Array.from(gunzipSync(file));
		for (let cut = 1; cut < file.length; cut++) {
			const isSame =
				refusal(file, [cut, file.length]) === undefined &&
				sameBytes(gunzip(file, [cut, file.length]), data);
			expect({ cut, isSame }).toEqual({ cut, isSame: true });
		}
	});
});

describe('Gunzip refuses', () => {
	it('a flipped bit of the data wherever zlib does; a few change nothing', () => {
		const member = gzip(rows.subarray(0, 3_000));
		let unharmed = 0;
		for (let bit = 80; bit < member.length * 8; bit++) {
			const damaged = member.slice();
			damaged[bit >> 3]! ^= 1 << (bit & 7);
			const reason = refusal(damaged);
			expect([bit, reason === undefined]).toEqual([bit, zlibReads(damaged)]);
			if (reason === undefined) unharmed++;
		}
		expect(unharmed).toBeLessThan(10);
	});
});
