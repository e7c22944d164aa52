import { pool } from '../../../../faults/program';
import { checks } from '../../../../readings/results';
import type { RequestReading } from '../../../../service/readings';
import { startService } from '../../../../service/service';
import { bulkExport, query, runAnalytics } from '../../../../support/analyticsNode';
import { credentialFor } from '../../../../support/credential';
import { checkService, enter, type Settings } from '../../../../support/serviceCheck';
import { generatedCells, runGenerated } from './generatedServices';

const REQUESTS = ([{}, { endDate: 'excluded' }] as const).flatMap((endDate) =>
	([{}, { dates: 'withTime' }, { dates: 'withoutTime' }] as const).flatMap((dates) =>
		([{}, { timeZone: 'offset' }, { timeZone: 'name' }] as const).flatMap((timeZone) =>
			([{}, { timeZoneForm: 'offset', dateFormat: 'dateTime', doneWords: 'CLOSED' }] as const).map(
				(settings) => ({ request: { ...endDate, ...dates, ...timeZone }, settings }),
			),
		),
	),
);
const MAX_ROUNDS = 3;
const MINUTE_MS = 60_500;

/** Runs Check and enters its advice until it has no more; then Query and Bulk Export must be right. */
async function enterAdvice(given: { request: RequestReading; settings: Settings }) {
	const readings = { request: given.request, statusRecord: { done: 'EXPORTED' } };
	const service = await startService({ readings });
	try {
		let { settings } = given;
		for (let round = 0; round < MAX_ROUNDS; round += 1) {
			const { all } = await checkService(service, { settings });
			if (!all.some(({ result }) => result === 'change')) break;
			settings = enter(settings, all);
			// The calls of this minute are used up.
			await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
		}
		const credential = { ...credentialFor(service), ...settings };
		const ofQuery = query({ returnAll: true, options: {} });
		const ofExport = bulkExport({ dateRange: 'lastDays', days: 7, options: {} });
		const runs = {
			query: { parameters: ofQuery, run: await runAnalytics(service, ofQuery, { credential }) },
			rows: { parameters: ofExport, run: await runAnalytics(service, ofExport, { credential }) },
		};
		const areRight = [
			checks.query({ service, ...runs.query }),
			checks.rows({ service, ...runs.rows }),
		];
		return { ...given, entered: settings, areRight };
	} finally {
		await service.close();
	}
}

it('its advice, once it is entered, is all that a service needs', async () => {
	const results = await pool(REQUESTS, 36, enterAdvice);
	expect(results).toHaveLength(36);
	expect(results.filter(({ areRight }) => areRight.includes(false))).toEqual([]);
});

it('whatever the service, its data and the credential: no advice is wrong', async () => {
	const results = await pool(generatedCells(80, 1), 40, runGenerated);
	expect(results.flatMap(({ name, problems }) => problems.map((each) => [name, each]))).toEqual([]);
});
