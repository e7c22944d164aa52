import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { asError, InputError, type Advice } from '../errors';
import { CREDENTIAL } from '../http/send';
import { asJson, joinedTexts, listed } from '../text';
import { type Addresses, addressesOf } from './addresses';
import { TOKEN_PLACE, credentialFields, type CredentialValues, readCredential } from './fields';
import { parseTemplates, type Template } from './templates';

/** A credential that has been checked. */
export interface CredentialSettings
	extends Addresses, Pick<CredentialValues, 'region' | 'accountId' | 'flowId' | 'details'> {
	token: string;
	/** The templates by their IDs. Only notifications need them. @throws InputError */
	templates(): ReadonlyMap<string, Template>;
}

/** Reads the credential of an execution. @throws InputError naming the field that is wrong */
export async function readCredentialSettings(n8n: IExecuteFunctions): Promise<CredentialSettings> {
	const credential = await n8n.getCredentials(CREDENTIAL, 0);
	await checkIsSameForAllItems(n8n, credential);
	return credentialSettings(credential);
}

/** Checks a credential. @throws InputError naming the field that is wrong */
export function credentialSettings(credential: ICredentialDataDecryptedObject): CredentialSettings {
	const token = readToken(credential.apiToken);
	const { region, accountId, flowId, details } = readCredential(credential);
	const { analyticsBaseUrl: analytics, notificationsBaseUrl: notifications } = credential;
	return {
		token,
		region,
		accountId,
		flowId,
		details,
		...addressesOf(region, { analytics, notifications }),
		templates: () => parseTemplates(credential.templates),
	};
}

/**
 * n8n evaluates the expressions of a credential for one item, and adds the token of the first item to
 * every request. A credential that depends on the item would therefore send the data of one customer with
 * the settings of another. Such a credential has no value, or a different one, for an item beyond the last.
 * @throws InputError naming the field that depends on the item
 */
async function checkIsSameForAllItems(
	n8n: IExecuteFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<void> {
	const itemCount = n8n.getInputData().length;
	let labels: string[];
	try {
		labels = labelsOfOther(credential, await n8n.getCredentials(CREDENTIAL, itemCount));
	} catch (error) {
		// An expression failed, because there is no item after the last one. Comparing the first item
		// with the last one tells which field it is in.
		const last = await n8n.getCredentials(CREDENTIAL, itemCount - 1);
		throw dependsOnItem(labelsOfOther(credential, last), asError(error).message);
	}
	if (labels.length > 0) throw dependsOnItem(labels);
}

/** The labels of the fields whose values differ. */
function labelsOfOther(
	one: ICredentialDataDecryptedObject,
	other: ICredentialDataDecryptedObject,
): string[] {
	return credentialFields
		.filter(({ name }) => asJson(one[name]) !== asJson(other[name]))
		.map(({ displayName }) => displayName);
}

function dependsOnItem(labels: string[], reason = ''): InputError {
	const fields = labels.length > 0 ? listed(labels) : 'an expression';
	const isOfAccount = labels.every((label) => OPTIONS.includes(label));
	return new InputError(
		`The credential is one for the whole run, but ${fields} in it depends on the item`,
		joinedTexts([
			isOfAccount
				? 'Enter an Account ID or a Flow ID that depends on the item in Options > Account ID or Options > Flow ID of the node Chat Commerce Notifications.'
				: '',
			'Anything else in the credential must be the same for all items: use a credential, and a node, for each account.',
			reason === '' ? '' : `n8n said: ${reason}`,
		]),
	);
}

/** Fields of the credential that are options of a node as well. */
const OPTIONS = ['Account ID', 'Flow ID'];

/** @throws InputError, which never shows the token */
function readToken(value: unknown): string {
	const token = typeof value === 'string' ? value.trim() : '';
	if (token === '') {
		const advice = `Enter the API Token of your account. ${TOKEN_PLACE}`;
		throw new InputError('API Token in the credential is empty', advice);
	}
	const found = COPIED_WITH_TOKEN.find(({ pattern }) => pattern.test(token));
	if (!found) return token;
	const advice = 'Enter the token alone, without "Bearer", which the nodes add themselves.';
	throw new InputError(`API Token in the credential ${found.problem}`, advice);
}

/** What people copy along with the token. A bearer token (RFC 6750) cannot contain any of it. */
const COPIED_WITH_TOKEN = [
	{ pattern: /[^!-~]/, problem: 'contains a space, a line break or a special character' },
	{ pattern: /^["'`]|["'`]$/, problem: 'has quotation marks around it' },
	{ pattern: /^(<.*>|\$?\{.*\}|\[.*\])$/, problem: 'has brackets around it' },
	{ pattern: /^[A-Za-z_][\w.-]*=[^=]/, problem: 'begins with a name and an equals sign' },
];

/**
 * What to do about failures whose reason may be a field of the credential.
 * @param label the base URL, a field that only Region > Other shows
 */
export function credentialAdvice(region: string, label: string): Advice {
	const ofAddress =
		region === 'other'
			? {
					address: `Check ${label} in the credential: analytics and notifications have different addresses.`,
					port: 'Check its port too.',
				}
			: { address: 'Check Region in the credential.' };
	return {
		...ofAddress,
		token: `Enter a valid API Token in the credential. ${TOKEN_PLACE}`,
		permission: 'Check the API Token in the credential, and what your account may do.',
		rateLimit:
			'Lower Calls per Minute in the credential (More Settings) if other programs use the same token, or try again later.',
		refused: 'Check the fields of the node.',
		silence: 'Raise Request Timeout in the credential (More Settings).',
		duration: 'To allow more time, raise Request Timeout in the credential (More Settings).',
	};
}
