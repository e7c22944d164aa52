import { leaks } from '../../faults/judge';
import type { Service } from '../../service/service';
import { type Checked, QUESTIONS, type Settings, wrongAdvice } from '../../support/serviceCheck';

const MAX_CALLS = 5;
const MAX_SECONDS = 180;
/** Timers are late by a little, which counts a hundredfold. */
const LATE_SECONDS = 20;

/** What must hold whatever the service is like. */
export function problemsOf(service: Service, settings: Settings, checked: Checked): string[] {
	const { run, all, findings, calls, seconds } = checked;
	const { error } = run;
	if (error) return [`it failed: ${error.message}`];
	if (all.length !== QUESTIONS.length) return [`there are ${all.length} items`];
	const wordless = all.filter(({ check, found }) => !check || !found);
	return [
		...wrongAdvice(service, settings, findings),
		...wordless.map(({ check }) => `no words: ${check}`),
		...(Math.max(calls.queries, calls.bulk) > MAX_CALLS ? ['too many calls'] : []),
		...(seconds > MAX_SECONDS + LATE_SECONDS ? [`it took ${Math.round(seconds)} s`] : []),
		...leaks(run, service),
	];
}
