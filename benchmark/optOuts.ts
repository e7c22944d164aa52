import fc from 'fast-check';
import { OptOuts } from '../nodes/Notifications/message/optOuts';
import { Table } from './table';

/*
 * npm run bench -- opt-outs
 *
 * An entry of Do Not Send To without a plus means everybody whose number ends as it does. How many of 100,000 recipients,
 * none of whom has opted out, do 10,000 such entries leave out?
 */

const RECIPIENTS = 100_000;
const ENTRIES = 10_000;
const SEED = 20_261_128;

const digits = (count: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count });
const mobile = (code: string, areas: string[], count: number) =>
	fc.tuple(fc.constantFrom(...areas), digits(count)).map((parts) => `${code}${parts.join('')}`);

/** The mobile numbers of a country, without a plus. */
const COUNTRIES = {
	Brazil: mobile('55', ['119', '219', '319', '519', '719', '819'], 8),
	Mexico: mobile('52', ['55', '33', '81'], 8),
	Colombia: mobile('57', ['300', '310', '320'], 7),
	Chile: mobile('56', ['9'], 8),
};

const FORMS = {
	'national number': (phone: string) => phone.slice(2),
	'seven digits': (phone: string) => phone.slice(-7),
	'with a plus': (phone: string) => `+${phone}`,
};

export function main(): void {
	const table = new Table('Recipients left out by chance', ['', ...Object.keys(FORMS)]);
	for (const [country, numbers] of Object.entries(COUNTRIES)) {
		const sample = fc.sample(numbers, { numRuns: 2 * (RECIPIENTS + ENTRIES), seed: SEED });
		const people = [...new Set(sample)].slice(0, RECIPIENTS + ENTRIES);
		table.add(country, ...Object.values(FORMS).map((form) => leftOut(people, form)));
	}
}

function leftOut(people: string[], form: (phone: string) => string): number {
	const optOuts = new OptOuts();
	for (const phone of people.slice(0, ENTRIES)) optOuts.add(form(phone));
	return people.slice(ENTRIES).filter((phone) => optOuts.match(`+${phone}`)).length;
}
