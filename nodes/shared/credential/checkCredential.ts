import {
	getGlobalState,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';
import { resolveDateRange, withSentDates } from '../dates/dateRange';
import { InputError, ServiceError } from '../errors';
import { listOf, openEnvelope } from '../http/envelope';
import { failedHere, networkFailure } from '../http/networkFailure';
import { Secret } from '../http/redact';
import { refusalOf, wrongServer } from '../http/refusal';
import type { Advice } from '../http/request';
import { isObject } from '../values';
import { isSuccess } from '../status';
import { joinedTexts } from '../text';
import {
	analyticsUrl,
	baseUrlOf,
	credentialAdvice,
	IF_DATES_ARE_REFUSED,
	type CredentialSettings,
	credentialSettings,
} from './settings';
import { parseTemplates } from './templates';

/** Somebody is waiting in front of the screen, so the test does not wait as long as the nodes do. */
const MAX_SILENCE_SECONDS = 60;

const QUERY = 'messages_by_day';
const TESTED = 'Connection tested successfully.';
/** Only a notification would show whether they are right, and somebody would receive it. */
const NOT_TESTED =
	'Account ID, Flow ID and the path of notifications were not tested, because a test would send one.';

/**
 * The test that n8n runs when a credential is saved. It checks all fields, and sends the request that
 * Query > Run would send for one record of yesterday (section 4.1).
 */
export async function chatCommerceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { data = {} } = credential;
	const { apiToken } = data;
	const secret = new Secret(typeof apiToken === 'string' ? apiToken.trim() : '');
	try {
		const settings = credentialSettings(data);
		parseTemplates(settings.templates);
		// The addresses of the other regions cannot be mistyped.
		const { region, notificationsBaseUrl } = settings;
		if (region === 'other' && notificationsBaseUrl) await checkHost(this, settings);
		await testQuery(this, settings, secret);
		return { status: 'OK', message: `${TESTED} ${NOT_TESTED}` };
	} catch (error) {
		const isKnown = error instanceof InputError || error instanceof ServiceError;
		const { message, description } = isKnown ? error : failedHere(error);
		// Addresses and the texts of n8n may contain the token as well.
		return { status: 'Error', message: secret.redacted(joinedTexts([message, description], '. ')) };
	}
}

/**
 * Checks that a host answers at the address for notifications, whatever it says. Only a POST to the flow of an account
 * sends one (section 4.6). This asks for the headers of the root, without the token, so it cannot send anything.
 */
async function checkHost(
	n8n: ICredentialTestFunctions,
	settings: CredentialSettings,
): Promise<void> {
	const { origin } = new URL(baseUrlOf(settings, 'notifications'));
	const advice = credentialAdvice(settings.region, 'notifications');
	await call(n8n, settings, { advice, options: { method: 'HEAD', uri: origin } });
}

/** @throws ServiceError unless the service returns records */
async function testQuery(
	n8n: ICredentialTestFunctions,
	settings: CredentialSettings,
	secret: Secret,
): Promise<void> {
	// There is no workflow, so the time zone is the one of workflows without a setting of their own.
	const { defaultTimezone: timeZone } = getGlobalState();
	const yesterday = { dateRange: 'yesterday', timeZone } as const;
	const dates = withSentDates(resolveDateRange(yesterday, new Date()), settings.details);
	const advice = adviceOfTest(settings);
	const url = analyticsUrl(settings, '/querying');
	const { statusCode: status, body: received } = await call(n8n, settings, {
		advice,
		options: {
			method: 'POST',
			uri: url,
			headers: { Authorization: `Bearer ${settings.apiToken}`, 'Content-Type': 'application/json' },
			body: { queryName: QUERY, limit: '1', ...dates },
			json: true,
		},
	});
	const body: unknown = JSON.parse(secret.redacted(JSON.stringify(received ?? null)));
	const response = { status, body, url, advice };
	if (!isSuccess(status)) throw refusalOf(response);
	if (!isObject(body) || !('data' in body || 'status' in body)) throw wrongServer(response);
	const schema = listOf(z.record(z.string(), z.unknown()));
	openEnvelope(response, { schema, what: 'the record of the test' });
}

interface TestResponse {
	statusCode: number;
	body: unknown;
}

/** @throws ServiceError if there is no response */
async function call(
	{ helpers }: ICredentialTestFunctions,
	{ details }: CredentialSettings,
	{ advice, options }: { advice: Advice; options: object },
): Promise<TestResponse> {
	// This is the only helper that n8n gives a credential test. It adds no authentication of its own.
	const response: unknown = await helpers
		.request({
			...options,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: Math.min(details.requestTimeout, MAX_SILENCE_SECONDS) * 1000,
		})
		.catch((error: unknown) => {
			throw networkFailure(error, advice);
		});
	return response as TestResponse;
}

function adviceOfTest({ region }: CredentialSettings): Advice {
	return {
		...credentialAdvice(region, 'analytics'),
		refused: `The test runs the query ${QUERY}. ${IF_DATES_ARE_REFUSED}`,
		403: `The query ${QUERY}, which the test runs, is not open to your account. You can ignore this if other queries are open to it.`,
		429: 'n8n tests a credential each time it is opened or saved, and all calls of this minute are used. Press Retry in a minute.',
	};
}
