import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import fc from 'fast-check';
import { runNode } from '../../../engine/runNode';
import { ChatCommerceApi } from '../../../../credentials/ChatCommerceApi.credentials';
import { seeded } from '../../../support/cuts';
import { sendingForEach } from '../../../support/sendNotifications';

/*
 * Nothing incomplete is sent unseen, and nothing complete is refused, but what its author has allowed: for random items,
 * and random expressions of the kinds that people write. What is complete is decided by n8n's own evaluation of each
 * expression alone.
 */

const { service, send } = sendingForEach();
const phone = '+5511987654321';

/** The fields of items, some of which have a value in one item and none in another. */
const item = fc.record(
	{
		name: fc.constantFrom('Ana', 'BaNaNa Kids', '', ' ', null),
		total: fc.constantFrom(12.5, 0, '12,50', '', 'undefined'),
		paid: fc.constantFrom(true, false, null),
		note: fc.constantFrom('<b>ok</b>', '<br>', '!', 'NaN'),
		lines: fc.constantFrom([{ sku: 'a', price: 2 }], [{ price: 2 }], []),
		placed: fc.constantFrom('2026-11-27', 'yesterday', ''),
	},
	{ requiredKeys: [] },
);

const CODES = [
	'$json.name',
	'$json.naem',
	'$json.name.trim()',
	'$json.name?.toUpperCase()',
	"'Sra. ' + $json.name",
	'`n.º ${$json.total}`',
	'$json.total',
	'$json.total * 1.1',
	'Number($json.total)',
	'$json.paid',
	'!$json.paid',
	'$json.total > 10',
	"$json.note.replace(/<[^>]+>/g, '')",
	"$json.note.replace(/!/g, '')",
	"$json.lines.map((line) => line.sku).join(', ')",
	'$json.lines.find((line) => line.price === 2)?.sku',
	'$json.lines.reduce((sum, line) => sum + line.price, 0)',
	'$json.lines.filter((line) => line.sku)',
	'DateTime.fromISO($json.placed)',
	"DateTime.fromISO($json.placed).toFormat('dd/MM')",
	"$json.name ?? ''",
	"$json.name || ''",
	"$json.paid === true ? 'pago' : ''",
];
const code = fc.constantFrom(...CODES);
const plain = fc.constantFrom('', 'R$ ', ' / ', 'Olá ');
const text = fc.array(fc.tuple(plain, code), { minLength: 1, maxLength: 3 });

interface Case {
	json: IDataObject;
	parts: Array<[string, string]>;
}

const cases = fc.record<Case>({
	json: item as fc.Arbitrary<IDataObject>,
	parts: text as fc.Arbitrary<Case['parts']>,
});

/** What n8n makes of an expression of each part, and of the whole text. */
async function evaluated({ json, parts }: Case): Promise<{ values: unknown[]; whole: unknown }> {
	const parameters: INodeParameters = { whole: textOf(parts) };
	for (const [index, [, each]] of parts.entries()) parameters[`part${index}`] = `={{ ${each} }}`;
	const read: { values: unknown[]; whole: unknown } = { values: [], whole: '' };
	const node: INodeType = {
		description: {
			displayName: 'Reader',
			name: 'reader',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Reader' },
			inputs: ['main'],
			outputs: ['main'],
			properties: Object.keys(parameters).map((name) => ({
				displayName: name,
				name,
				type: 'string',
				default: '',
			})),
		},
		async execute() {
			const valueOf = (name: string): unknown => {
				try {
					return this.getNodeParameter(name, 0);
				} catch {
					return undefined;
				}
			};
			read.values = parts.map((_, index) => valueOf(`part${index}`));
			read.whole = valueOf('whole');
			return [[]];
		},
	};
	const credentialType = new ChatCommerceApi();
	await runNode({ node, parameters, credentialType, credential: {}, items: [{ json }] });
	return read;
}

function textOf(parts: Case['parts']): string {
	return `=${parts.map(([before, each]) => `${before}{{ ${each} }}`).join('')}.`;
}

function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null || Number.isNaN(value)) return true;
	if (DateTime.isDateTime(value)) return !value.isValid;
	return Array.isArray(value) ? value.length === 0 : String(value).trim() === '';
}

/** What must become of a message. */
async function expected(given: Case): Promise<'failed' | 'warned' | 'complete'> {
	const { values, whole } = await evaluated(given);
	if (/undefined|\bNaN|NaN\b|\[object |Invalid DateTime|\bnull\b/.test(String(whole)))
		return 'failed';
	const isAllowed = (each: string) => /\?\?|\|\|| \? /.test(each);
	const isMissing = values.some((value, index) => {
		return isEmpty(value) && !isAllowed(given.parts[index]![1]);
	});
	return isMissing ? 'warned' : 'complete';
}

const textParameter = (value: string) => ({
	paramsMode: 'assignments',
	paramAssignments: { assignments: [{ id: '1', name: 'text', value, type: 'string' }] },
});

it('of random expressions, what gave nothing is warned of, and what has failed is refused', async () => {
	const seen = new Set<string>();
	const check = fc.asyncProperty(cases, async (given) => {
		const outcome = await expected(given);
		seen.add(outcome);
		const parameters = { ...textParameter(textOf(given.parts)), sendTo: 'nobody' };
		const options = { onError: 'continueRegularOutput' } as const;
		const { items } = await send(parameters, [{ json: { ...given.json, phone } }], options);
		const { status, warnings } = items[0]!.json;
		const isWarned = String(warnings).includes('gave no value');
		const found = status === 'failed' ? status : isWarned ? 'warned' : 'complete';
		expect(found).toBe(outcome);
	});
	await fc.assert(check, seeded(300));
	expect([...seen].toSorted()).toEqual(['complete', 'failed', 'warned']);
});

it('of random expressions, an ID is never made of what gave nothing', async () => {
	const check = fc.asyncProperty(cases, async (given) => {
		service.reset();
		const outcome = await expected(given);
		const nonce = `${textOf(given.parts)}-{{ $json.phone }}`;
		const parameters = { ...textParameter('x'), sendOnce: 'perId', nonce };
		const options = { onError: 'continueRegularOutput' } as const;
		await send(parameters, [{ json: { ...given.json, phone } }], options);
		expect(service.ledger.phones).toEqual(outcome === 'complete' ? [phone] : []);
	});
	await fc.assert(check, seeded(300));
});
