import { startService } from '../../service/service';
import { checkService, QUESTIONS, type Settings } from '../../support/serviceCheck';
import { groups } from '../groups';
import type { Reading } from '../reading';
import { problemsOf } from './problems';

interface ReadingCell {
	group: string;
	reading: Reading;
}

export interface Asked extends ReadingCell {
	results: string[];
	problems: string[];
}

/** Of all that the specification leaves open, what does not concern notifications alone. */
export const readingCells: ReadingCell[] = groups.flatMap(({ title, readings }) =>
	readings
		.filter(({ expected }) => Object.keys(expected).some((name) => !name.startsWith('notify')))
		.map((reading) => ({ group: title, reading })),
);

/** Runs Check against a service that reads the specification in one way. */
export async function askAbout({ group, reading }: ReadingCell): Promise<Asked> {
	const service = await startService({ ...reading.service, readings: reading.readings ?? {} });
	const { credential = {} } = reading;
	try {
		for (const { endpoint, fault, times } of reading.faults ?? []) {
			service.faults.add(endpoint, fault, times);
		}
		const settings = credential as Settings;
		const checked = await checkService(service, { settings });
		const results = QUESTIONS.map((name) => {
			const { result, setting, value } = checked.findings[name] ?? { result: 'none' };
			return result === 'change' ? `${setting}: ${value}` : result;
		});
		return { group, reading, results, problems: problemsOf(service, settings, checked) };
	} finally {
		await service.close();
	}
}
