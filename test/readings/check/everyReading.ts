import { startService } from '../../service/service';
import { checkService, QUESTIONS, type Settings } from '../../support/serviceCheck';
import { groups } from '../groups';
import type { Reading } from '../reading';
import { problemsOf } from './problems';

/** Of all that the specification leaves open, what does not concern notifications alone. */
export const readingCells = groups.flatMap(({ title, readings }) =>
	readings
		.filter(({ expected }) => Object.keys(expected).some((name) => !name.startsWith('notify')))
		.map((reading) => ({ name: `${title}: ${reading.name}`, reading })),
);

/** Runs Check against a service that reads the specification in one way. */
export async function askAbout({ name, reading }: { name: string; reading: Reading }) {
	const service = await startService({ ...reading.service, readings: reading.readings ?? {} });
	try {
		for (const { endpoint, fault, times } of reading.faults ?? []) {
			service.faults.add(endpoint, fault, times);
		}
		const settings = (reading.credential ?? {}) as Settings;
		const checked = await checkService(service, { settings });
		const results = QUESTIONS.map((question) => {
			const { result, setting, value } = checked.findings[question] ?? { result: 'none' };
			return result === 'change' ? `${setting}: ${value}` : result;
		});
		return { name, results, problems: problemsOf(service, settings, checked) };
	} finally {
		await service.close();
	}
}
