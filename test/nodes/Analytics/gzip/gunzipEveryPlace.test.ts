import { gunzipSync } from 'node:zlib';
import * as files from '../../../support/gzipFiles.ts';

/*
 * What holds at every place of a file. Apart from the others, so that mutation testing can leave it
 * out: each change of the code would go through all places.
 */

const { bytesOf, concat, gunzip, gzip, memberWithAllFields, refusal, sameBytes } = files;
const small = bytesOf('name,value\nfirst,1\nsecond,2\n');
const rows = bytesOf(files.rowsText(100));
/** Random bytes do not compress: they make stored blocks. */
const noise = Uint8Array.from({ length: 1_000 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);

/** The places where the result is not the expected one; comparing at each place would take seconds. */
function wrongPlaces(count: number, isRight: (place: number) => boolean): number[] {
	return Array.from({ length: count }, (_, place) => place).filter((place) => !isRight(place));
}

// What was read ahead at the end of a piece must not be given back later, when it is gone.
it.each([
	['members', concat([gzip(rows.subarray(0, 1_000)), gzip(rows)])],
	['headers', concat([memberWithAllFields(small), gzip(small), memberWithAllFields(small)])],
	['stored blocks', concat([gzip(small), gzip(noise, { level: 0 }), gzip(small)])],
])('reads %s in two pieces, cut anywhere', (_, file) => {
	const data = Uint8Array.from(gunzipSync(file));
	const isRight = (cut: number) => sameBytes(gunzip(file, [cut + 1, file.length]), data);
	expect(wrongPlaces(file.length, isRight)).toEqual([]);
});

it.each([
	['fields and codes', concat([gzip(small), memberWithAllFields(small)]), [gzip(small).length]],
	['stored blocks', gzip(noise, { level: 0 }), []],
	['rows', gzip(rows), []],
])('a file of %s that ends early is truncated, wherever it ends', (_, file, whole) => {
	const isRight = (length: number) => refusal(file.subarray(0, length)) === 'truncated';
	expect(wrongPlaces(file.length, isRight)).toEqual(whole);
});

it('refuses a flipped bit of the data wherever zlib does; a few change nothing', () => {
	const member = gzip(rows.subarray(0, 1_200));
	let unharmed = 0;
	const isRight = (place: number) => {
		const damaged = member.slice();
		damaged[10 + (place >> 3)]! ^= 1 << (place & 7);
		const isRead = refusal(damaged) === undefined;
		if (isRead) unharmed++;
		return isRead === zlibReads(damaged);
	};
	expect(wrongPlaces((member.length - 10) * 8, isRight)).toEqual([]);
	expect(unharmed).toBeLessThan(10);
});

function zlibReads(file: Uint8Array): boolean {
	try {
		return gunzipSync(file).length >= 0;
	} catch {
		return false;
	}
}
