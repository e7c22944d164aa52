import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../shared/credential/connection';
import { holdsExpression } from '../../shared/field';
import type { Hints } from '../../shared/hints';
import { isToolCall } from '../../shared/nodeErrors';
import type { RunJobs } from '../outputs/context';
import { accountHash } from './api';
import { Waits } from './waits';

const ABSENT = '\0absent';

interface RunOptions {
	n8n: IExecuteFunctions;
	connection: Connection;
	/** Ends every wait: the Stop button, or the failure of another item. */
	signal: AbortSignal;
	hints: Hints;
	/** To be awaited in each loop over items or rows, so that n8n can answer, and Stop is heard. */
	breathe(): Promise<void> | undefined;
}

/** What the input items of one execution of the node share. */
export class Run implements RunOptions {
	readonly n8n: IExecuteFunctions;
	readonly connection: Connection;
	readonly signal: AbortSignal;
	readonly hints: Hints;
	readonly breathe: RunOptions['breathe'];
	readonly startedAt = performance.now();
	/** The same for all items: a day may end meanwhile. */
	readonly now = new Date();
	readonly waits = new Waits();
	readonly jobs: RunJobs = { started: [], toPassOn: [] };
	readonly account: string;
	readonly isToolCall: boolean;
	readonly #parameters: Record<string, unknown>;
	readonly #fixed = new Map<string, unknown>();
	readonly #work = new Map<string, Promise<unknown>>();
	readonly #remembered = new Map<string, unknown>();

	constructor({ n8n, connection, signal, hints, breathe }: RunOptions) {
		this.n8n = n8n;
		this.connection = connection;
		this.signal = signal;
		this.hints = hints;
		this.breathe = breathe;
		this.account = accountHash(connection);
		const node = n8n.getNode();
		this.isToolCall = isToolCall(node);
		this.#parameters = node.parameters;
	}

	/** Work that several items need is done once: all of them get its result, or its error. */
	async once<T>(key: unknown, begin: () => Promise<T>): Promise<{ result: T; isFirst: boolean }> {
		const name = JSON.stringify(key);
		const known = this.#work.get(name) as Promise<T> | undefined;
		const result = known ?? begin();
		this.#work.set(name, result);
		return { result: await result, isFirst: !known };
	}

	/** Dates take long to work out, so it is done once for equal fields. */
	remembered<T>(fields: object, workOut: () => T): T {
		const key = JSON.stringify(fields);
		if (!this.#remembered.has(key)) this.#remembered.set(key, workOut());
		return this.#remembered.get(key) as T;
	}

	/** n8n takes long for each field, so one without an expression is read once for all items. */
	parameter(name: string, itemIndex: number): unknown {
		if (this.#fixed.has(name)) return this.#fixed.get(name);
		const value: unknown = this.n8n.getNodeParameter(name, itemIndex, ABSENT);
		const read = value === ABSENT ? undefined : value;
		if (!holdsExpression(this.#parameters[name])) this.#fixed.set(name, read);
		return read;
	}
}
