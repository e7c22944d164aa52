import { inspect } from 'node:util';
import type { NodeRun } from '../engine/runNode';
import type { Service } from '../service/service';
import type { Column } from './columns';
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

/** Calls to one endpoint that a node may make while it waits for better times. */
const MOST_CALLS_WAITING = 6;

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
	if (wasStopped && outcome !== 'waits') return ['it had to be stopped'];
	if (outcome.startsWith('error: ')) return errorProblems(run, outcome.slice('error: '.length));
	if (outcome.startsWith('none')) return noneProblems(run, outcome.split('hint: ')[1]);

	const calls = service.requests.filter(({ endpoint }) => endpoint === column.endpoint).length;
	if (outcome === 'waits') {
		return [
			...(wasStopped && run.run.status === 'canceled' ? [] : ['it did not wait']),
			...(run.items.length === 0 ? [] : ['something was passed on']),
			...(calls <= MOST_CALLS_WAITING ? [] : [`${calls} calls were made meanwhile`]),
		];
	}
	if (run.error) return [`error: ${run.error.message}`];
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

function errorProblems({ error, items, errorItems }: NodeRun, message: string): string[] {
	if (!error) return [`no error, but ${items.length} items`];
	return [
		...(error.message.includes(message) ? [] : [`another error: ${error.message}`]),
		...(error.description ? [] : ['the error does not say what to do']),
		...(items.length + errorItems.length === 0 ? [] : ['something was passed on']),
	];
}

/** Everything that the user, or a log, may see of a run. */
function textOf({ run, error, items, errorItems, hints }: NodeRun): string {
	const seen = { error, stack: error?.stack, items, errorItems, hints };
	return `${inspect(seen, { depth: 20, maxStringLength: null })}${JSON.stringify(run.data.resultData)}`;
}
