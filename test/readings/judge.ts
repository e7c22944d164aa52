import type { NodeRun } from '../engine/runNode';
import { leaks } from '../faults/judge';
import type { Service } from '../service/service';
import { USERS } from './operations';

/** What came out of a run, in the words of the table, and whether it is what was expected. */
export interface Verdict {
	actual: string;
	problems: string[];
}

export interface Judged {
	service: Service;
	run: NodeRun;
	isRight: boolean;
	wasStopped: boolean;
}

/** Characters of what is said of one cell. */
const MAX_SEEN = 300;

const SILENTLY_WRONG = 'SILENTLY WRONG';

export function judge(judged: Judged, expected: string): Verdict {
	const { service, run } = judged;
	const isMet = isAsExpected(judged, expected);
	const actual = isMet && !expected.startsWith('error') ? expected : wordsFor(judged);
	const phones = service.ledger.entries.map(({ phone }) => phone);
	return {
		actual,
		problems: [
			...(isMet ? [] : [seen(judged)]),
			...(new Set(phones).size < phones.length ? ['a user was notified twice'] : []),
			...leaks(run, service),
		],
	};
}

function isAsExpected({ run, isRight, wasStopped }: Judged, expected: string): boolean {
	const [kind, words = ''] = partsOf(expected);
	if (wasStopped) return false;
	switch (kind) {
		case 'works':
			return !run.error && isRight;
		case 'works, hint':
			return !run.error && isRight && run.hints.some(({ message }) => has(message, words));
		case 'hint':
			return !run.error && run.hints.some(({ message }) => has(message, words));
		case 'shows':
			return !run.error && has(JSON.stringify(run.items), words);
		case 'short':
			return !run.error && !isRight && run.items.length > 0;
		case 'works, shows':
			return !run.error && isRight && has(JSON.stringify(run.items), words);
		case 'error': {
			const { error, items, errorItems } = run;
			const said = `${error?.message} ${error?.description}`;
			const isEmpty = items.length + errorItems.length === 0;
			return error !== undefined && isEmpty && !!error.description && has(said, words);
		}
		case 'one fails':
			return (
				isRight &&
				run.errorItems.length === 1 &&
				run.items.length === USERS - 1 &&
				has(JSON.stringify(run.errorItems), words)
			);
		default:
			throw new Error(`An expectation that nobody knows: ${expected}`);
	}
}

function partsOf(expected: string): [kind: string, words?: string] {
	const at = expected.indexOf(': ');
	return at < 0 ? [expected] : [expected.slice(0, at), expected.slice(at + 2)];
}

/** Words in their order, whatever stands between them, in any case. */
function has(text: string, words: string): boolean {
	let at = 0;
	return words.split(' … ').every((part) => {
		at = text.toLowerCase().indexOf(part.toLowerCase(), at);
		return at >= 0;
	});
}

/** What the table says of a run. */
function wordsFor({ run, isRight, wasStopped }: Judged): string {
	if (wasStopped) return 'goes on waiting';
	if (run.error) return `error: ${withoutNames(run.error.message)}`;
	const [failed] = run.errorItems;
	if (failed) return `${run.errorItems.length} fail: ${withoutNames(failed.json.error as string)}`;
	return isRight ? 'works' : `${SILENTLY_WRONG} (${run.items.length} items)`;
}

/** The same, in full, for whoever has to find out why. */
function seen(judged: Judged): string {
	const { run } = judged;
	const hints = run.hints.map(({ message }) => message).join(' ');
	const said = [wordsFor(judged), run.error?.description ?? '', hints && `hints: ${hints}`]
		.filter(Boolean)
		.join(' | ');
	return said.length > MAX_SEEN ? `${said.slice(0, MAX_SEEN)}…` : said;
}

/** Whatever differs from run to run. */
function withoutNames(text: string): string {
	return text.replace(/ \(job [^)]*\)/g, '').replace(/127\.0\.0\.1:\d+/g, 'the service');
}
