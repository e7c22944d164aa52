import {
	type Assumption,
	type AssumptionGroup,
	NotTested,
	type Result,
	type Setting,
} from './assumption';
import { GROUPS } from './assumptions';
import { CALL_LIMITS } from './callLimits';
import { LIMITS, type Limits } from './serviceCalls';
import { openSession, type Session } from './session';
import type { CheckSettings } from './settings';
import type { Shown } from './shown';

export interface Tested {
	assumption: Assumption;
	result: Result;
}

export interface CheckResult {
	groups: Array<{ title: string; tested: Tested[] }>;
	/** What follows for the credential and the nodes. */
	settings: Setting[];
	/** Why neither API could be called. */
	cannotRun: Shown | undefined;
	/** How many messages the phone may have got, at most. */
	messages: number;
}

/** A check under way, for whoever shows how far it is, or is asked to end it. */
export interface StartedCheck {
	result: Promise<CheckResult>;
	/** What is going on. */
	progress(): string;
	/** How many messages the phone may have got by now, at most. */
	messages(): number;
}

/** Begins to test all assumptions. */
export function startCheck(settings: CheckSettings, limits: Limits = LIMITS): StartedCheck {
	const session = openSession(settings, limits);
	const tested = new Map<string, Result>();
	const count = GROUPS.flatMap(({ assumptions }) => assumptions).length;
	return {
		result: check(session, tested),
		progress: () => `${tested.size} of ${count} tested; ${String(session.exports.progress)}`,
		messages: () => session.notifications.possible,
	};
}

async function check(session: Session, tested: Map<string, Result>): Promise<CheckResult> {
	const testGroup = async ({ assumptions }: AssumptionGroup) => {
		for (const assumption of assumptions) {
			tested.set(assumption.id, await resultOf(assumption, session));
		}
	};
	try {
		// At the same time, as most of it is waiting. Each kind of call keeps to its own pace.
		await Promise.all(GROUPS.filter((group) => group !== CALL_LIMITS).map(testGroup));
		await testGroup(CALL_LIMITS);
		const groups = GROUPS.map(({ title, assumptions }) => ({
			title,
			tested: assumptions.flatMap((assumption) => {
				const result = tested.get(assumption.id);
				return result ? [{ assumption, result }] : [];
			}),
		}));
		const settings = [...tested.values()].flatMap((result) => {
			return result.outcome === 'differs' && result.setting ? [result.setting] : [];
		});
		const messages = session.notifications.possible;
		return { groups, settings, cannotRun: await whyNot(session), messages };
	} finally {
		await session.calls.close();
	}
}

async function resultOf({ test }: Assumption, session: Session): Promise<Result> {
	try {
		return await test(session);
	} catch (error) {
		if (error instanceof NotTested) return { outcome: 'notTested', why: error.why };
		throw error;
	}
}

/** Why neither API could be called. Undefined if one of them could. */
async function whyNot({ queries, notifications }: Session): Promise<Shown | undefined> {
	const whyNoQueries = await reasonOf(queries.firstAccepted);
	const whyNoNotifications = await reasonOf(notifications.unknownTemplate);
	return whyNoNotifications && whyNoQueries;
}

async function reasonOf(step: () => Promise<unknown>): Promise<Shown | undefined> {
	try {
		await step();
	} catch (error) {
		if (error instanceof NotTested) return error.why;
		throw error;
	}
}
