import type { Session } from './runCheck';
import type { Shown } from './shown';

/** What we think of the service, and how `npm run check` finds out whether it is so. */
export interface Assumption {
	/** A whole sentence, with the section of docs/service.md that says so, and how sure it is. */
	expected: string;
	/** What follows if it is otherwise, apart from a setting. */
	otherwise: string;
	/** @throws NotTested */
	test(session: Session): Promise<Result>;
}

/** By their titles. */
export type Assumptions = Record<string, Assumption>;

export interface Result {
	outcome: 'asExpected' | 'differs' | 'notTested';
	/** What was seen, or why nothing was. */
	seen: Shown;
	/** What follows if it differs, under the name that it has on the screen, such as `Credential > Region`. */
	setting?: { place: string; value: Shown } | undefined;
}

/** Why an assumption could not be tested. */
export class NotTested extends Error {
	constructor(readonly why: Shown) {
		super(String(why));
	}
}

/** Nothing of this API can be tested, because it cannot be called. */
export class CannotCall extends NotTested {}

/** @param setting what follows if it is not as expected */
export function judged(isExpected: boolean, seen: Shown, setting?: Result['setting']): Result {
	return isExpected ? { outcome: 'asExpected', seen } : { outcome: 'differs', seen, setting };
}

/** Runs a step when it is first needed, and never again. */
export function once<T>(step: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return async () => {
		result ??= step();
		return await result;
	};
}
