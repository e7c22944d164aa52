import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../../shared/errors';
import { fieldReader, holdsExpression, type PerItem } from './fieldReader';
import { parseOptions, type SendSettings } from './options';

type Name = keyof SendSettings;

/** What each item may have of its own; the others hold for the run, as the first item has them. */
const PER_ITEM: readonly Name[] = ['defaultCountry', 'leaveOutNulls', 'requiredParams', 'valuesAs'];

/** What an expression is made of that gives each item something else. */
const USES_ITEM =
	/\$(json|binary|item|itemIndex|node|data|position|fromAI|parameter|evaluateExpression)\b|\.(item|itemMatching|pairedItem)\b/;

/**
 * Reads Options. An expression is evaluated for every item only where its value may differ: a list
 * of 100,000 phones, read 100,000 times, would take hours.
 */
export function settingsReader(n8n: IExecuteFunctions): PerItem<SendSettings> {
	const { options } = n8n.getNode().parameters;
	const whole = fieldReader(n8n).value('options', {}, parseOptions);
	// An expression for all options at once, as only workflows written by hand have it.
	if (typeof options === 'string') return whole;

	const given = new Map<string, unknown>(Object.entries(options ?? {}));
	const list: unknown = given.get('doNotSendTo');
	const isListOfItem = typeof list === 'string' && USES_ITEM.test(list);
	const names = [...PER_ITEM, ...(isListOfItem ? (['doNotSendTo'] as const) : [])];
	const own = names.filter((name) => holdsExpression(given.get(name)));

	const settings = whole(0);
	if (!isListOfItem) checkList(settings.doNotSendTo);
	if (own.length === 0) return () => settings;
	const ownOf = (name: Name, itemIndex: number) =>
		parseOptions({ [name]: n8n.getNodeParameter(`options.${name}`, itemIndex) })[name];
	let last = { itemIndex: 0, settings };
	return (itemIndex) => {
		if (itemIndex !== last.itemIndex) {
			const ofItem = own.map((name) => [name, ownOf(name, itemIndex)] as const);
			last = { itemIndex, settings: { ...settings, ...Object.fromEntries(ofItem) } };
		}
		return last.settings;
	};
}

/**
 * A list of fields that no item has, such as a misspelled one, does not mean that nobody opted out.
 * One empty value is what n8n makes of an empty list, by Always Output Data.
 */
function checkList(list: unknown): void {
	if (!Array.isArray(list) || list.length < 2) return;
	if (list.some((phone) => phone !== undefined && phone !== null && phone !== '')) return;
	throw new InputError(
		`Options > Do Not Send To has ${list.length} values, and all are empty`,
		'Check the name of the field in its expression.',
	);
}
