import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../errors';
import { checkText } from '../fields/failedWords';
import { type FieldTable, parseField, type ValuesOf } from '../fields/field';
import type { Advice } from '../http/request';
import { asJson } from '../text';
import type { JsonObject } from '../values';
import { ACCOUNT, CREDENTIAL, DETAILS, TOKEN_PLACE } from './fields';

/** A credential that has been checked, except for the base URLs, as `baseUrlOf` does, and the templates. */
export type CredentialSettings = ValuesOf<typeof ACCOUNT> & { details: ValuesOf<typeof DETAILS> };

/** Reads the credential of an execution. @throws InputError naming the field that is wrong */
export async function readCredentialSettings(n8n: IExecuteFunctions): Promise<CredentialSettings> {
	const credential = await n8n.getCredentials(CREDENTIAL, 0);
	await checkIsSameForAllItems(n8n, credential);
	return credentialSettings(credential);
}

/** Reads the fields of a credential. @throws InputError naming the field that is wrong */
export function credentialSettings(credential: ICredentialDataDecryptedObject): CredentialSettings {
	const account = readTable(ACCOUNT, credential);
	// While More Settings is off, its fields have their defaults.
	const details = readTable(DETAILS, account.serviceDetails ? credential : {});
	return { ...account, details };
}

/**
 * Reads some fields of a credential. One that it lacks has its default. n8n gives their values alone, so an
 * expression shows only by what it left in them, or by its own text in Fixed mode.
 * @throws InputError
 */
function readTable<T extends FieldTable>(table: T, credential: JsonObject): ValuesOf<T> {
	const values = Object.entries(table).map(([name, { property, schema, emptyPart }]) => {
		// One that is there without a value has an expression that failed.
		const value = name in credential ? credential[name] : property.default;
		const label = `The credential > ${property.displayName}`;
		if (emptyPart !== 'normal' && typeof value === 'string') {
			checkText({ label, text: value });
		}
		return [name, parseField(schema, value, label)];
	});
	return Object.fromEntries(values) as ValuesOf<T>;
}

/**
 * n8n evaluates the expressions of a credential for one item, and adds the token of the first item to
 * every request. A credential that depends on the item would therefore send the data of one customer with
 * the settings of another. Such a credential has no value, or a different one, for an item beyond the last.
 * @throws InputError
 */
async function checkIsSameForAllItems(
	n8n: IExecuteFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<void> {
	const beyond = n8n.getInputData().length;
	const other = await n8n.getCredentials(CREDENTIAL, beyond).catch(() => undefined);
	if (asJson(other) === asJson(credential)) return;
	throw new InputError(
		'The credential is one for the whole run, but an expression in it depends on the item',
		'An Account ID or a Flow ID that depends on the item belongs in Options of the node Chat Commerce Notifications. For anything else, use a credential, and a node, for each account.',
	);
}

type Api = 'analytics' | 'notifications';

/** The addresses that the service documents. It names no separate analytics address for India. */
const APIS = {
	analytics: {
		label: 'Analytics Base URL',
		field: 'analyticsBaseUrl',
		global: 'https://api-ww-us-001.yalochat.com',
		india: 'https://api-ww-us-001.yalochat.com',
		/** The path of its endpoints (section 4), or its beginning, which users copy along. It is left out. */
		endpoint: /\/dp\/data-api(\/.*)?$/,
	},
	notifications: {
		label: 'Notifications Base URL',
		field: 'notificationsBaseUrl',
		global: 'https://api2-ww-us-001.yalochat.com',
		india: 'https://api2-in-001.yalochat.com',
		endpoint: /(\/notifications(\/api(\/.*)?)?|\/api\/v1\/accounts(\/.*)?)$/,
	},
} as const;

/** Without TLS, only an address on this computer is safe, because the token is sent with every request. */
const SAFE_ORIGIN = /^https:|^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** The address of an API of the service, without a trailing slash. @throws InputError if it is not valid */
export function baseUrlOf(settings: CredentialSettings, api: Api): string {
	const { region } = settings;
	if (region !== 'other') return APIS[api][region];
	const { label, field, endpoint } = APIS[api];
	const address = settings[field];
	const url = new URL(URL.canParse(address) ? address : 'invalid:');
	const path = url.pathname.replace(/(?<!\/)\/+$/, '');
	const basePath = path.replace(endpoint, '');
	// What stands behind the path of an endpoint goes with it.
	const hasMore = basePath === path && /[?#]/.test(address);
	const hasUser = url.username !== '' || url.password !== '';
	if (SAFE_ORIGIN.test(url.origin) && !hasUser && !hasMore) return `${url.origin}${basePath}`;
	throw new InputError(
		`${label} in the credential is not a valid address`,
		'Enter the address that you were given for the service, such as https://api.example.com, or choose another Region. It begins with https://, and has no user name, password, question mark or hash sign.',
	);
}

/** The address of an endpoint of analytics (section 4). @throws InputError if its base URL is not valid */
export function analyticsUrl(settings: CredentialSettings, path: `/${string}`): string {
	return `${baseUrlOf(settings, 'analytics')}/dp/data-api/v1/private/analytics${path}`;
}

/** Advice for a refusal that may be about the dates. */
export const IF_DATES_ARE_REFUSED =
	'If it is the dates that the service refuses, change Date Format in the credential (More Settings). With Date, look whether the last day is there: if not, turn off End Date Included.';

/** What to do about failures whose reason may be a field of the credential. Only Region > Other shows base URLs. */
export function credentialAdvice(region: CredentialSettings['region'], api: Api): Advice {
	const ofOther = `Check ${APIS[api].label} in the credential: analytics and notifications have different addresses.`;
	return {
		address: region === 'other' ? ofOther : 'Check Region in the credential.',
		token: `Enter a valid API Token in the credential. ${TOKEN_PLACE}`,
		permission: 'Check the API Token in the credential, and what your account may do.',
		rateLimit:
			'Lower Calls per Minute in the credential (More Settings) if other programs use the same token, or try again later.',
		refused: 'Check the fields of the node.',
		silence: 'Raise Request Timeout in the credential (More Settings).',
	};
}
