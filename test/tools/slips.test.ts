import { readFileSync } from 'node:fs';
import { SLIPS } from '../slips/list';

it.each(SLIPS)('a slip can be made: $harm', ({ file, right, slip }) => {
	const source = readFileSync(file, 'utf8');
	expect(source.split(right)).toHaveLength(2);
	expect(source.replace(right, () => slip)).not.toBe(source);
});
