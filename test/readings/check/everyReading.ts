import { groups } from '../groups';
import type { Reading } from '../reading';
import { checkOnce } from './problems';

/** Of all that the specification leaves open, what does not concern notifications alone. */
export const readingCells = groups.flatMap(({ title, readings }) =>
	readings
		.filter(({ expected }) => Object.keys(expected).some((name) => !name.startsWith('notify')))
		.map((reading) => ({ name: `${title}: ${reading.name}`, reading })),
);

/** Runs Check against a service that reads the specification in one way. */
export async function askAbout({ name, reading }: { name: string; reading: Reading }) {
	const { service, readings = {}, faults = [], credential = {} } = reading;
	const checked = await checkOnce(
		{ ...service, readings },
		{
			settings: credential,
			prepare: (started) => {
				for (const { endpoint, fault, times } of faults) started.faults.add(endpoint, fault, times);
			},
		},
	);
	return { name, ...checked };
}
