import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../errors';
import { choice, wholeNumber } from '../field';
import { parseField } from '../parseField';
import { parseBaseUrl } from './baseUrl';
import { readServiceDetails, type ServiceDetails } from './serviceDetails';

const PATH = '/dp/data-api/v1/private/analytics';
/** Users copy the address with some of the path, or all of it (section 4). */
const ANALYTICS_ENDPOINT = /\/dp\/data-api(\/.*)?$/;
const NOTIFICATIONS_ENDPOINT = /(\/notifications(\/api(\/.*)?)?|\/api\/v1\/accounts(\/.*)?)$/;

const callsPerMinuteSchema = wholeNumber.default(5);
const regionSchema = choice(['global', 'india']).default('global');
const idSchema = z.string().trim().default('');

/** The credential, checked. Base URLs come without a trailing slash. */
export interface Connection {
	token: string;
	callsPerMinute: number;
	/** Defaults of the Notifications node; empty if not given. */
	accountId: string;
	flowId: string;
	/** What only the account's owner can find out about the service. */
	serviceDetails: ServiceDetails;
	/** Each is checked when it is used, since a node needs only one of them. */
	analyticsBaseUrl(): string;
	notificationsBaseUrl(): string;
	/** Address of an analytics endpoint (section 4), by its path behind what all of them share. */
	analyticsUrl(path: `/${string}`): string;
}

/** @throws InputError naming the field of the credential and the fix */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const read = <T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>, name: string, label: string) =>
		parseField(schema, credential[name], `${label} in the credential`);
	const token = readToken(credential.apiToken);
	const region = read(regionSchema, 'region', 'Region');
	const analyticsBaseUrl = () =>
		parseBaseUrl(credential.analyticsBaseUrl, 'Analytics Base URL', ANALYTICS_ENDPOINT);
	const notificationsUrl = (name: string, label: string) =>
		parseBaseUrl(credential[name], label, NOTIFICATIONS_ENDPOINT);
	return {
		token,
		callsPerMinute: read(callsPerMinuteSchema, 'callsPerMinute', 'Calls per Minute'),
		accountId: read(idSchema, 'accountId', 'Account ID'),
		flowId: read(idSchema, 'flowId', 'Flow ID'),
		serviceDetails: readServiceDetails(credential),
		analyticsBaseUrl,
		analyticsUrl: (path) => `${analyticsBaseUrl()}${PATH}${path}`,
		notificationsBaseUrl: () =>
			region === 'india'
				? notificationsUrl('notificationsBaseUrlIndia', 'Notifications Base URL (India)')
				: notificationsUrl('notificationsBaseUrl', 'Notifications Base URL'),
	};
}

/** Whatever is wrong with the token, it is not shown. */
function readToken(value: unknown): string {
	const token = typeof value === 'string' ? value.trim() : '';
	if (token === '') {
		throw new InputError(
			'API Token in the credential is empty',
			'Open the credential and enter the API Token of your account.',
		);
	}
	// It becomes part of a header, which holds nothing else.
	if (!/^[!-~]+$/.test(token)) {
		throw new InputError(
			'API Token in the credential contains a space, a line break or a special character',
			'Open the credential and copy the API Token once more.',
		);
	}
	return token;
}
