import { leaks } from '../../../../faults/judge';
import type { ServiceOptions } from '../../../../service/options';
import { type Service, startService } from '../../../../service/service';
import type { Checked, CheckOptions, Question, Settings } from '../../../../support/serviceCheck';
import { checkService, enter, QUESTIONS } from '../../../../support/serviceCheck';

const MAX_CALLS = 5;
const MAX_SECONDS = 180;
/** Timers are late by a little, which counts a hundredfold. */
const LATE_SECONDS = 20;

interface Given extends CheckOptions {
	prepare?: (service: Service) => void;
}

/** Runs Check once against a service. */
export async function checkOnce(options: Partial<ServiceOptions>, { prepare, ...given }: Given) {
	const service = await startService(options);
	try {
		prepare?.(service);
		const checked = await checkService(service, given);
		const { settings = {} } = given;
		return { all: checked.all, problems: problemsOf(service, settings, checked), service };
	} finally {
		await service.close();
	}
}

/** What must hold whatever the service is like. */
export function problemsOf(service: Service, settings: Settings, checked: Checked): string[] {
	const { run, all, findings, calls, seconds } = checked;
	const { error } = run;
	if (error) return [`it failed: ${error.message}`];
	if (all.length !== QUESTIONS.length) return [`there are ${all.length} items`];
	const wordless = all.filter(({ check, found }) => !check || !found);
	const wrong = QUESTIONS.filter((name) => {
		const { result } = findings[name];
		const isFit = fits(name, service, settings);
		if (result === 'ok') return !isFit;
		if (result !== 'change') return false;
		return isFit || !fits(name, service, enter(settings, [findings[name]]));
	});
	return [
		...wrong.map((name) => `${name} is wrong: ${JSON.stringify(findings[name])}`),
		...wordless.map(({ check }) => `no words: ${check}`),
		...(Math.max(calls.queries, calls.bulk) > MAX_CALLS ? ['too many calls'] : []),
		...(seconds > MAX_SECONDS + LATE_SECONDS ? [`it took ${Math.round(seconds)} s`] : []),
		...leaks(run, service),
	];
}

const KNOWN = ['DONE', 'COMPLETED', 'COMPLETE', 'SUCCESS', 'SUCCEEDED', 'FINISHED', 'READY'];
const plain = (word: string) => word.toUpperCase().replace(/[\s_-]/g, '');

/** Whether a credential is set as this service needs it. */
function fits(name: Question, { options }: Service, settings: Settings): boolean {
	const { request = {}, statusRecord = {} } = options.readings;
	const { endDateIncluded = true, dateFormat = 'date', timeZoneForm = 'name' } = settings;
	const { doneWords = '', callsPerMinute = 5 } = settings;
	const done = plain(statusRecord.done ?? 'DONE');
	const dates = dateFormat === 'dateTime' ? 'withTime' : 'withoutTime';
	const fit: Partial<Record<Question, boolean>> = {
		endDate: endDateIncluded === (request.endDate !== 'excluded'),
		dates: [undefined, dates].includes(request.dates),
		timeZone: [undefined, timeZoneForm].includes(request.timeZone),
		job: [...KNOWN, ...plain(doneWords).split(',')].includes(done),
		limits: callsPerMinute <= MAX_CALLS,
	};
	return fit[name] ?? true;
}
