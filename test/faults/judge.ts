import { inspect } from 'node:util';
import type { NodeRun } from '../engine/runNode';
import type { Service } from '../service/service';
import { type Column, USERS } from './columns';
import { isNotifiedTwice } from './results';
import type { Expectation } from './row';

/** How the run of a cell ended. */
export interface Ending {
	run: NodeRun;
	wasStopped: boolean;
	seconds: number;
	/** The node met with the fault. */
	isHit: boolean;
}

interface Judged {
	service: Service;
	column: Column;
	expectation: Expectation;
}

/** Calls to one endpoint that a node may make while it waits for half an hour. */
const MAX_CALLS_WAITING = 150;
/** Of a notification of which nothing is known. */
const MAYBE_SENT = 'may have been sent';
const TOO_MANY = 'receiving too many requests';

/** All that is not as expected: the outcome itself, and what must hold whatever the outcome. */
export async function problemsOf(ending: Ending, judged: Judged): Promise<string[]> {
	const { service } = judged;
	const problems = await outcomeProblems(ending, judged);
	if (!ending.isHit) problems.push('the fault was not met');
	if (isNotifiedTwice(service)) problems.push('a user was notified twice');
	if (service.jobs.size > 1 && !isSaid(ending.run)) problems.push('a second job was not told of');
	return [...problems, ...leaks(ending.run, service)];
}

/** A start that got no clear answer may have made a second job. */
function isSaid({ hints, error }: NodeRun): boolean {
	const said = [...hints.map(({ message }) => message), error?.description ?? ''].join(' ');
	return /second job may exist|Jobs may have been started/.test(said);
}

/** What must never get out, whatever the outcome. */
export function leaks(run: NodeRun, { token, storage }: Service): string[] {
	const problems: string[] = [];
	if (textOf(run).includes(token)) problems.push('the token is shown');
	if (inspect(storage.requests, { depth: 9 }).includes(token)) {
		problems.push('the token went to another origin');
	}
	if (storage.requests.some(({ method }) => method !== 'GET')) {
		problems.push('a post was sent to another origin');
	}
	return problems;
}

async function outcomeProblems(ending: Ending, judged: Judged): Promise<string[]> {
	const { expectation, column, service } = judged;
	const { run, wasStopped } = ending;
	const { outcome } = expectation;
	if (wasStopped) return ['it had to be stopped'];
	if (outcome.startsWith('error: ')) {
		return errorProblems(run, outcome.slice('error: '.length), judged);
	}
	if (outcome.startsWith('none')) return noneProblems(run, outcome.split('hint: ')[1]);

	const calls = service.requests.filter(({ endpoint }) => endpoint === column.endpoint).length;
	if (outcome === 'waits') {
		return [
			...errorProblems(run, TOO_MANY, judged),
			...(calls <= MAX_CALLS_WAITING ? [] : [`${calls} calls were made meanwhile`]),
		];
	}
	const [failed] = run.errorItems;
	if (run.error ?? failed) return [`error: ${run.error?.message ?? JSON.stringify(failed?.json)}`];
	const isRight = await column.isRight(service, run);
	return [
		...(isRight ? [] : ['the result is not right']),
		...(outcome === 'works' && calls !== 1 ? [`it took ${calls} calls`] : []),
	];
}

function noneProblems({ error, items, hints }: NodeRun, words = ''): string[] {
	const rows = items.filter(({ json }) => json.rows !== 0);
	return [
		...(error ? [`error: ${error.message}`] : []),
		...(rows.length === 0 ? [] : [`${rows.length} rows`]),
		...(words === '' || hints.some(({ message }) => message.includes(words))
			? []
			: ['no hint says so']),
	];
}

function errorProblems(run: NodeRun, message: string, judged: Judged): string[] {
	const { error, items, errorItems } = run;
	if (errorItems.length > 0) return eachFailedProblems(run, message, judged);
	if (!error) return [`no error, but ${items.length} items`];
	return [
		...(error.message.includes(message) ? [] : [`another error: ${error.message}`]),
		...(error.description ? [] : ['the error does not say what to do']),
		...(items.length === 0 ? [] : ['something was passed on']),
	];
}

/** With an error output: each input item is there once, and says whether it may have been sent. */
function eachFailedProblems(
	{ items, errorItems }: NodeRun,
	message: string,
	{ service }: Judged,
): string[] {
	const isSent = new Set(service.ledger.entries.map(({ phone }) => phone));
	const isOpen = message === MAYBE_SENT;
	const indexes = errorItems.map(({ pairedItem }) => JSON.stringify(pairedItem));
	return [
		...(items.length === 0 && errorItems.length === USERS && new Set(indexes).size === USERS
			? []
			: [`${items.length} items, and ${errorItems.length} that failed`]),
		...errorItems.flatMap(({ json }) => {
			const { error, details } = json as { error: string; details: FailedDetails };
			const { description, mayHaveBeenSent, phone } = details;
			return [
				...(error.includes(message) ? [] : [`another error: ${error}`]),
				...(description ? [] : ['the error does not say what to do']),
				...(mayHaveBeenSent || !isSent.has(phone) ? [] : ['it was sent, which it denies']),
				...(!isOpen || mayHaveBeenSent === true ? [] : ['it was not sent, it says']),
			];
		}),
	];
}

interface FailedDetails {
	description?: string;
	mayHaveBeenSent: boolean;
	phone: string;
}

/** Everything that the user, or a log, may see of a run. */
function textOf({ run, error, items, errorItems, hints }: NodeRun): string {
	const seen = { error, stack: error?.stack, items, errorItems, hints };
	return `${inspect(seen, { depth: 20, maxStringLength: null })}${JSON.stringify(run.data.resultData)}`;
}
