import { inspect } from 'node:util';
import type { NodeRun } from '../engine/runNode';
import { USERS } from '../readings/operations';
import type { Service } from '../service/service';
import type { Arrangement } from './cell';

interface Judged extends Arrangement {
	service: Service;
	run: NodeRun;
	wasStopped: boolean;
	isRight: boolean;
}

/** Calls to one endpoint that a node may make while it waits for half an hour. */
const MAX_CALLS_WAITING = 150;
/** Of a notification of which nothing is known. */
const MAYBE_SENT = 'may have been sent';

/** What can be expected; words are those behind the colon, ` … ` between them stands for any others. */
const OUTCOMES: Record<string, (judged: Judged, words: string) => boolean> = {
	/** The right result: of a fault, at the first call, as if nothing had happened. */
	works: (judged) => isWhole(judged) && (judged.calls?.() ?? 1) === 1,
	/** The right result, after another call or without its response. */
	recovers: (judged) => isWhole(judged),
	/** Fails with these words, says what to do, and passes nothing on. */
	error: fails,
	/** Tries again for half an hour, with few calls, and then fails. */
	waits: (judged, words) => fails(judged, words) && (judged.calls?.() ?? 0) <= MAX_CALLS_WAITING,
};

/** @returns what is not as expected: the outcome itself, and what must hold whatever the outcome */
export function judge(judged: Judged, expected: string): string[] {
	const { service, run, wasStopped, isMet } = judged;
	const { kind, words = '' } = /^(?<kind>.*?)(: (?<words>.*))?$/s.exec(expected)!.groups!;
	const outcome = OUTCOMES[kind!];
	if (!outcome) throw new Error(`An expectation that nobody knows: ${expected}`);
	const isExpected = !wasStopped && outcome(judged, words);
	const phones = service.ledger.entries.map(({ phone }) => phone);
	const problems = {
		[seen(judged)]: !isExpected,
		'the node did not meet with it': !isMet(),
		'a user was notified twice': new Set(phones).size < phones.length,
		'a second job was not told of': service.jobs.size > 1 && !isSaid(run),
	};
	return [...trueOf(problems), ...leaks(run, service)];
}

const isWhole = ({ run, isRight }: Judged) => !run.error && run.errorItems.length === 0 && isRight;

function fails(judged: Judged, words: string): boolean {
	const { error, items, errorItems } = judged.run;
	if (items.length > 0) return false;
	if (judged.operation.onError) return eachFails(judged, words);
	const said = judged.calls ? `${error?.message}` : `${error?.message} ${error?.description}`;
	return !!error?.description && errorItems.length === 0 && has(said, words);
}

interface FailedUser {
	error: string;
	details: { description?: string; mayHaveBeenSent: boolean; phone: string };
}

/** With an error output: each input item is there once, and says whether it may have been sent. */
function eachFails({ run: { errorItems }, service }: Judged, words: string): boolean {
	const isSent = new Set(service.ledger.entries.map(({ phone }) => phone));
	const indexes = new Set(errorItems.map(({ pairedItem }) => JSON.stringify(pairedItem)));
	const isEach = errorItems.every(({ json }) => {
		const { error, details } = json as unknown as FailedUser;
		const isSafe = words !== MAYBE_SENT && !isSent.has(details.phone);
		return has(error, words) && !!details.description && (isSafe || details.mayHaveBeenSent);
	});
	return isEach && errorItems.length === USERS && indexes.size === USERS;
}

/** A start that got no clear answer may have made a second job. */
function isSaid({ hints, error }: NodeRun): boolean {
	const said = [...hints.map(({ message }) => message), error?.description].join(' ');
	return /second job may exist|Jobs may have been started/.test(said);
}

/** What must never get out, whatever the outcome. */
export function leaks(run: NodeRun, { token, storage }: Service): string[] {
	const { error, items, errorItems, hints } = run;
	const seen = { error, stack: error?.stack, items, errorItems, hints };
	const text = `${inspect(seen, { depth: 20, maxStringLength: null })}${JSON.stringify(run.run.data.resultData)}`;
	return trueOf({
		'the token is shown': text.includes(token),
		'the token went to another origin': inspect(storage.requests, { depth: 9 }).includes(token),
		'a post was sent to another origin': storage.requests.some(({ method }) => method !== 'GET'),
	});
}

function trueOf(problems: Record<string, boolean>): string[] {
	return Object.keys(problems).filter((problem) => problems[problem]);
}

/** Words in their order, whatever stands between them, in any case. */
function has(text: string, words: string): boolean {
	let at = 0;
	return words.split(' … ').every((part) => {
		at = text.toLowerCase().indexOf(part.toLowerCase(), at);
		return at >= 0;
	});
}

/** For whoever has to find out why. */
function seen({ run, isRight, wasStopped, calls }: Judged): string {
	const { error, items, errorItems } = run;
	const hints = run.hints.map(({ message }) => message);
	const all = {
		...{ isRight, wasStopped, items: items.length, errorItem: errorItems[0]?.json },
		...{ error: error?.message, description: error?.description, hints, calls: calls?.() },
	};
	return inspect(all, { breakLength: Infinity });
}
