import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { Secret } from '../../../nodes/shared/http/redact';
import { isBlank, tidy } from '../../../nodes/shared/visibleText';

/*
 * No pattern takes quadratic time: a webhook's body of some kilobytes would hold n8n for seconds. Each is tried on texts
 * that almost match, of two lengths. What counts is how its time grows, so the machine does not matter.
 */

const SHORT = 250;
const LONG = 4_000;
/** It is 16 for a pattern that takes linear time, and 256 for one that takes quadratic time. */
const MAX_GROWTH = 64;
/** Less cannot be measured. */
const MIN_MS = 0.03;

interface Checked {
	/** Where it stands, or what it is. */
	name: string;
	run(text: string): unknown;
}

function patternsIn(path: string): Checked[] {
	const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
	const found: Checked[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
			const regExp = new RegExp(pattern, flags.replaceAll(/[gy]/g, ''));
			found.push({ name: `${path}: ${node.text}`, run: (text) => regExp.test(text) });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

const CHECKED: Checked[] = [
	...globSync('{nodes,credentials}/**/*.ts').flatMap(patternsIn),
	{ name: 'isBlank', run: isBlank },
	{ name: 'tidy', run: tidy },
	// The codes in front of the text keep the quick look from ruling it out.
	...['{{a$json.a1,', 'eyJhbGciOi.aB3+/=', '%5c\\\\/&amp;"'.repeat(9)].map((token) => ({
		name: `redacted, with the token ${token}`,
		run: (text: string) => new Secret(token).redacted(`\\u0041${text}`),
	})),
];

/** They are repeated, between a beginning and an end that may keep a pattern from matching. */
const UNITS = [
	...[' ', '\t', '\n', '\r\n', 'a', '1', '-', '.', ',', ';', ':', '/', '\\', '"', "'", '{', '}'],
	'{{',
	'}}',
	'{{a',
	'[',
	']',
	'(',
	')',
	'<',
	'>',
	'<a',
	'@',
	'=',
	'$',
	'$json.a',
	'$json',
	'.a',
	'0',
	...['%5c', '%25', '&amp;', '\\u005c', 'eyJhbGciOi.aB3+/'],
	...['null', 'NaN', 'undefined', '[object ', '\u200D', 'é', '😀', 'a ', '1 ', ' ,', '?', '|'],
];
const EDGES: Array<[string, string]> = [
	['', ''],
	['', '\u0001'],
	['{', 'x'],
	['$json', '('],
	['{{ ', '<'],
	['"', '!'],
];

/** The shortest time of some tries, in milliseconds. */
function timeOf({ run }: Checked, text: string, tries = 5): number {
	let best = Infinity;
	for (let count = 0; count < tries; count++) {
		const begun = performance.now();
		run(text);
		best = Math.min(best, performance.now() - begun);
	}
	return best;
}

function growsTooFast(checked: Checked): string[] {
	const texts = UNITS.flatMap((unit) => EDGES.map(([begin, end]) => ({ unit, begin, end })));
	return texts
		.filter(({ unit, begin, end }) => {
			const textOf = (length: number) => begin + unit.repeat(length / unit.length) + end;
			const long = textOf(LONG);
			// Most are so fast that one try says so.
			if (timeOf(checked, long, 1) < MAX_GROWTH * MIN_MS) return false;
			// A machine that is busy may hold one comparison, but not all of them.
			return Array.from({ length: 4 }).every(() => {
				const short = Math.max(MIN_MS, timeOf(checked, textOf(SHORT)));
				return timeOf(checked, long) > MAX_GROWTH * short;
			});
		})
		.map(({ unit, begin, end }) => JSON.stringify(`${begin}${unit}…${end}`));
}

it('this test finds a pattern that takes quadratic time', () => {
	const slow = /\/+$/;
	expect(growsTooFast({ name: 'slow', run: (text) => slow.test(text) })).not.toEqual([]);
});

it('finds the patterns of the nodes', () => {
	expect(CHECKED.length).toBeGreaterThan(50);
});

it.each(CHECKED)('$name takes linear time', (checked) => {
	expect(growsTooFast(checked)).toEqual([]);
});
