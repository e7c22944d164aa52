import fc from 'fast-check';

const damages = fc.record({
	kind: fc.constantFrom('changed', 'lost', 'doubled', 'mixed', 'moved', 'cutOff'),
	/** As a share of the file, from its start. */
	place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
	length: fc.nat({ max: 40 }),
	bit: fc.nat({ max: 7 }),
	noise: fc.uint8Array({ maxLength: 20 }),
});
type Damage = typeof damages extends fc.Arbitrary<infer T> ? T : never;

function damaged(bytes: Uint8Array, { kind, place, length, bit, noise }: Damage): Uint8Array {
	const at = Math.floor(place * bytes.length);
	const before = bytes.slice(0, at);
	const middle = bytes.slice(at, at + length);
	const after = bytes.slice(at + length);
	const flipped = middle.map((byte, index) => (index === 0 ? byte ^ (1 << bit) : byte));
	const parts = {
		changed: [before, flipped, after],
		lost: [before, after],
		doubled: [before, middle, middle, after],
		mixed: [before, noise, after],
		moved: [after, middle, before],
		cutOff: [before],
	};
	return Uint8Array.from(Buffer.concat(parts[kind]));
}

/** Files with up to so many things wrong in them. */
export const damagedFiles = (files: fc.Arbitrary<Uint8Array>, most: number) =>
	fc
		.tuple(files, fc.array(damages, { maxLength: most }))
		.map(([file, all]) => all.reduce(damaged, file));
