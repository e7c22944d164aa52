import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { CREDENTIAL } from '../../shared/client/send';
import { InputError } from '../../shared/errors';
import { type Day, dayOf, written } from '../dates/calendarDays';
import { coveredWith, type DaySpan } from '../dates/newDays';
import {
	keyOf,
	readState,
	type Remembered,
	type RememberedRequest,
	savedDays,
	spanOf,
	stateOf,
} from './rememberedDays';

/** Under this name in the static data of the node. */
const NAME = 'sinceLastRun';
/** Unused for so long, a request is forgotten: twice as long as the service keeps data. */
const MAX_UNUSED_DAYS = 180;
const MAX_REQUESTS = 1_000;

export type AskedRequest = Omit<RememberedRequest, 'credential'>;

/** What one input item has to do with it. */
export interface ItemSinceLastRun {
	/** False in manual runs, which only read. */
	isCounted: boolean;
	/** @throws InputError if what n8n has saved cannot be read */
	covered(request: AskedRequest): DaySpan | undefined;
	/** The item will get these days. @throws InputError if the node would have to remember too many requests */
	plan(request: AskedRequest, days: DaySpan): void;
	/** They are not passed on, though the item does not fail. @returns whether it has such days */
	withhold(): boolean;
	/** A day came without rows, which may be late. @returns whether the next run gets it again */
	withholdDay(day: Day): boolean;
}

interface Options {
	staticData(): IDataObject;
	/** Names this run of the node. A further try of it (Retry On Fail) has the same name. */
	run(): string;
	/** ID of the credential. */
	credential: string;
	isCounted: boolean;
}

/** What one input item gets, and whether that is passed on. */
interface Plan {
	itemIndex: number;
	request: RememberedRequest;
	days: DaySpan;
	isWithheld: boolean;
}

/**
 * Date Range > Since Last Run: which days this node has passed on, from run to run.
 *
 * n8n keeps the state without a lock and may save an older one over a newer one. Whatever a state says
 * was passed on was passed on, so that days may come twice then, but are never missing.
 */
export class SinceLastRun {
	readonly #options: Options;
	readonly #plans = new Map<number, Plan>();
	readonly #plansByKey = new Map<string, Plan[]>();
	#newRequests = 0;
	#read: Map<string, Remembered> | undefined;

	constructor(options: Options) {
		this.#options = options;
	}

	ofItem(itemIndex: number): ItemSinceLastRun {
		const { credential, isCounted } = this.#options;
		return {
			isCounted,
			covered: (request) => {
				const known = this.#state().get(keyOf({ ...request, credential }));
				return known && spanOf(known);
			},
			plan: (request, days) => this.#plan(itemIndex, { ...request, credential }, days),
			withhold: () => {
				const plan = this.#plans.get(itemIndex);
				if (plan) plan.isWithheld = true;
				return plan !== undefined;
			},
			withholdDay: (day) => {
				const plan = this.#plans.get(itemIndex);
				// Only the last day can be left to the next run: those after it were passed on.
				if (!plan || +plan.days.last !== +day) return false;
				plan.days = { first: plan.days.first, last: day.minus({ days: 1 }) };
				return true;
			},
		};
	}

	#plan(itemIndex: number, request: RememberedRequest, days: DaySpan): void {
		const plan = { itemIndex, request, days, isWithheld: false };
		const key = keyOf(request);
		const known = this.#state();
		const equal = this.#plansByKey.get(key) ?? [];
		if (equal.length === 0 && !known.has(key)) this.#newRequests += 1;
		if (known.size + this.#newRequests > MAX_REQUESTS) throw tooManyRequests();
		equal.push(plan);
		this.#plansByKey.set(key, equal);
		this.#plans.set(itemIndex, plan);
	}

	/**
	 * To be called at the very end: remembers what was passed on. Of items with equal requests all must
	 * have succeeded, as each may be for somebody else.
	 */
	save(failed: ReadonlySet<number>, now: Date): void {
		if (!this.#options.isCounted) return;
		const today = dayOf(DateTime.fromJSDate(now, { zone: 'utc' }));
		const passedOn = [...this.#plansByKey.values()]
			.filter((plans) => plans.every((plan) => !plan.isWithheld && !failed.has(plan.itemIndex)))
			.flatMap((plans) => this.#passedOn(plans, today) ?? []);
		if (passedOn.length === 0) return;

		const state = this.#state();
		for (const entry of passedOn) state.set(keyOf(entry), entry);
		const oldest = written(today.minus({ days: MAX_UNUSED_DAYS }));
		const isKept = ([key, { on }]: [string, Remembered]) =>
			on >= oldest || this.#plansByKey.has(key);
		this.#write([...state].filter(isKept).map(([, entry]) => entry));
	}

	/** What is to be remembered of a request; undefined if no day of it was passed on. */
	#passedOn(plans: Plan[], today: Day): Remembered | undefined {
		const { request } = plans[0]!;
		const known = this.#state().get(keyOf(request));
		const [first, last] = (['first', 'last'] as const).map((end) =>
			DateTime.min(...plans.map(({ days }) => days[end])),
		) as [Day, Day];
		const covered = coveredWith(known && spanOf(known), { first, last });
		if (!covered) return undefined;
		return {
			...request,
			...savedDays(covered),
			on: written(today),
			run: this.#options.run(),
			...(known ? { before: { from: known.from, through: known.through } } : {}),
		};
	}

	/** By key. What an earlier try of this very run has remembered is undone: n8n has dropped its output. */
	#state(): Map<string, Remembered> {
		if (this.#read) return this.#read;
		const saved = readState(this.#options.staticData()[NAME]);
		const isOwn = ({ run }: Remembered) => this.#options.isCounted && run === this.#options.run();
		const kept = saved.flatMap((entry) => (isOwn(entry) ? undone(entry) : [entry]));
		if (saved.some(isOwn)) this.#write(kept);
		this.#read = new Map(kept.map((entry) => [keyOf(entry), entry]));
		return this.#read;
	}

	#write(requests: Remembered[]): void {
		// n8n only notices a change of the static data where a property of its own is set.
		this.#options.staticData()[NAME] = stateOf(requests);
	}
}

function undone({ before, ...entry }: Remembered): Remembered[] {
	return before ? [{ ...entry, ...before, run: '' }] : [];
}

function tooManyRequests(): InputError {
	return new InputError(
		`Since Last Run remembers the days of at most ${MAX_REQUESTS.toLocaleString('en')} different requests of one node`,
		'A request is one query with its filters and time zone. If a filter has another value in every run, choose another Date Range.',
	);
}

/** Tied to n8n, which saves no static data of manual runs. An evaluation is a test, too. */
export function sinceLastRunOf(n8n: IExecuteFunctions): SinceLastRun {
	return new SinceLastRun({
		staticData: () => n8n.getWorkflowStaticData('node'),
		run: () => `${n8n.getExecutionId()}:${n8n.evaluateExpression('{{ $runIndex }}', 0) as number}`,
		credential: n8n.getNode().credentials?.[CREDENTIAL]?.id ?? '',
		isCounted: !['manual', 'evaluation'].includes(n8n.getMode()),
	});
}
