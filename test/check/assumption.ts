import type { Session } from './session';
import { type Shown } from './shown';

/** What we think of the service, and how `npm run check` finds out whether it is so. */
export interface Assumption {
	id: string;
	title: string;
	/** What we expect, as a whole sentence. */
	expected: string;
	/** Where that is documented: a section of docs/service.md, and how sure it is. */
	documented: string;
	/** How it is tested. */
	tested: string;
	/** What follows if it is otherwise: a setting, or what an issue about it is for. */
	otherwise: string;
	/** @throws NotTested */
	test(session: Session): Promise<Result>;
}

export interface AssumptionGroup {
	title: string;
	assumptions: Assumption[];
}

export type Result =
	| { outcome: 'asExpected'; seen: Shown }
	| { outcome: 'differs'; seen: Shown; setting?: Setting }
	| { outcome: 'notTested'; why: Shown };

/** A setting that follows, under the name that it has on the screen. */
export interface Setting {
	/** Such as `Credential > More Settings > Date Format`. */
	place: string;
	value: Shown;
}

/** Why an assumption could not be tested. */
export class NotTested extends Error {
	constructor(readonly why: Shown) {
		super(String(why));
	}
}

/** Nothing of this API can be tested, because it cannot be called. */
export class CannotCall extends NotTested {}

/** As expected if nothing speaks against it. @param problem what does */
export function judged(seen: Shown, problem?: Shown | false, setting?: Setting): Result {
	if (problem === undefined || problem === false) return { outcome: 'asExpected', seen };
	return { outcome: 'differs', seen: problem, ...(setting ? { setting } : {}) };
}

/** Runs a step when it is first needed, and never again. */
export function once<T>(step: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return async () => {
		result ??= step();
		return await result;
	};
}
