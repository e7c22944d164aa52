import {
	getGlobalState,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';
import { type Connection, connectionOf } from './connection';
import { InputError, ServiceError } from '../errors';
import { isObject } from '../field';
import { listOf, openEnvelope } from '../http/envelope';
import { networkFailure } from '../http/networkFailure';
import { type Advice, refusalOf, saidText } from '../http/refusal';
import { isSuccess } from '../http/retry';
import { Secret } from '../http/secret';
import { asJson, joinedTexts, shownText } from '../shownText';
import { datesOf } from '../dates/requestDates';

/** Somebody waits in front of the screen; as long as Service > Check. */
const MAX_SILENCE_SECONDS = 60;

const QUERY = 'messages_by_day';
const RUN_CHECK = `The test runs the query ${QUERY}. To find out what the service expects, save the credential and run Service > Check of the Chat Commerce Analytics node.`;
const CHECK_ADDRESS = 'Check the Analytics Base URL.';
const ADVICE: Advice = {
	400: RUN_CHECK,
	401: 'Enter a valid API Token.',
	403: `Check the API Token. If it is valid, your account may not use the query ${QUERY}, which the test runs; other queries may still work.`,
	404: CHECK_ADDRESS,
	422: RUN_CHECK,
	500: `Try again later. ${RUN_CHECK}`,
};

const TESTED = 'Connection tested successfully.';
const NOT_SENT = 'Notifications were not tested, since that would send one.';
const NO_ADDRESS =
	'Notifications were not tested: enter the Notifications Base URL if you want to send any.';

/** Sends what Query > Run would send for one record of yesterday (4.1); checks all base URLs. */
export async function chatCommerceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const { data = {} } = credential;
		const connection = connectionOf(data);
		const { region, notificationsBaseUrl, notificationsBaseUrlIndia } = data;
		const address = region === 'india' ? notificationsBaseUrlIndia : notificationsBaseUrl;
		if (address) connection.notificationsBaseUrl();
		connection.templates();
		checkResponse(await sendQuery(this, connection), connection);
		return { status: 'OK', message: `${TESTED} ${address ? NOT_SENT : NO_ADDRESS}` };
	} catch (error) {
		const isKnown = error instanceof InputError || error instanceof ServiceError;
		const { message, description } = isKnown ? error : networkFailure(error);
		return { status: 'Error', message: joinedTexts([message, description], '. ') };
	}
}

interface TestResponse {
	statusCode: number;
	body: unknown;
	headers: Record<string, unknown>;
}

async function sendQuery(
	context: ICredentialTestFunctions,
	{ token, details, analyticsUrl }: Connection,
): Promise<TestResponse> {
	// There is no workflow, so the time zone is that of workflows without a setting of their own.
	const timeZone = getGlobalState().defaultTimezone;
	const dates = datesOf({ dateRange: 'yesterday', timeZone }, new Date(), details);
	const body = { queryName: QUERY, limit: '1', ...dates };
	// The only helper that n8n gives a credential test; it adds no authentication of its own.
	const { request } = context.helpers;
	return (await request({
		method: 'POST',
		uri: analyticsUrl('/querying'),
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body,
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: Math.min(details.requestTimeout, MAX_SILENCE_SECONDS) * 1000,
	})) as TestResponse;
}

/** @throws ServiceError unless the response holds records */
function checkResponse(
	{ statusCode: status, body, headers }: TestResponse,
	{ token }: Connection,
): void {
	const secret = new Secret(token);
	const json = body === undefined || typeof body === 'string' ? (body ?? '') : asJson(body);
	const text = secret.masked(json);
	if (!isSuccess(status)) {
		const location = String(headers['location']);
		throw refusalOf({
			status,
			text,
			advice: ADVICE,
			// The rest of the address may repeat the token.
			redirectedTo: URL.canParse(location) ? new URL(location).host : undefined,
		});
	}
	// Any web server answers so to a path that it does not know.
	if (!isObject(body) || !('data' in body || 'status' in body)) {
		throw new ServiceError({
			kind: 'badAnswer',
			message: 'The service has nothing at this address',
			description: `${CHECK_ADDRESS} It said: ${shownText(saidText(text))}`,
		});
	}
	const expected = {
		schema: listOf(z.record(z.string(), z.unknown())),
		what: 'the record of the test',
		advice: ADVICE,
	};
	openEnvelope({ status, body: secret.maskedJson(json, body) }, expected);
}
