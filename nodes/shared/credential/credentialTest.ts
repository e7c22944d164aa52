import {
	getGlobalState,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';
import { type Connection, connectionOf } from './connection';
import { InputError, ServiceError } from '../errors';
import { isObject } from '../params/param';
import { listOf, openEnvelope } from '../http/envelope';
import { networkFailure } from '../http/networkFailure';
import { addressAdvice, type Advice, refusalOf, TOKEN_PLACE, wrongServer } from '../http/refusal';
import { Secret } from '../http/redact';
import { joinedTexts } from '../text';
import { isSuccess } from '../http/status';
import { aboutDates, datesOf, type RequestDates } from '../dates/requestDates';

/** Somebody waits in front of the screen. */
const MAX_SILENCE_SECONDS = 60;

const QUERY = 'messages_by_day';
const TESTED = 'Connection tested successfully.';
const NOT_SENT = 'Notifications were not tested, since that would send one.';
const NO_ADDRESS =
	'Notifications were not tested: enter the Notifications Base URL if you want to send any.';

/** Sends what Query > Run would send for one record of yesterday (4.1); checks all base URLs. */
export async function chatCommerceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { data = {} } = credential;
	const { apiToken } = data;
	const secret = new Secret(typeof apiToken === 'string' ? apiToken.trim() : '');
	try {
		const connection = connectionOf(data);
		const mayNotify = connection.region !== 'other' || Boolean(data.notificationsBaseUrl);
		if (mayNotify) connection.notificationsBaseUrl();
		connection.templates();
		// There is no workflow, so the time zone is that of workflows without a setting of their own.
		const { defaultTimezone: timeZone } = getGlobalState();
		const yesterday = { dateRange: 'yesterday', timeZone } as const;
		const dates = datesOf(yesterday, new Date(), connection.details);
		const received = await sendQuery(this, connection, dates);
		checkResponse(received, { connection, dates, secret });
		return { status: 'OK', message: `${TESTED} ${mayNotify ? NOT_SENT : NO_ADDRESS}` };
	} catch (error) {
		const isKnown = error instanceof InputError || error instanceof ServiceError;
		const { message, description } = isKnown ? error : networkFailure(error);
		// Addresses, and what n8n says, may hold the token, too.
		return { status: 'Error', message: secret.redacted(joinedTexts([message, description], '. ')) };
	}
}

interface TestResponse {
	statusCode: number;
	body: unknown;
}

async function sendQuery(
	context: ICredentialTestFunctions,
	{ token, details, analyticsUrl }: Connection,
	dates: RequestDates,
): Promise<TestResponse> {
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
	{ statusCode: status, body: received }: TestResponse,
	{ connection, dates, secret }: { connection: Connection; dates: RequestDates; secret: Secret },
): void {
	const body =
		typeof received === 'string' ? secret.redacted(received) : secret.redactedJson(received);
	const advice = adviceFor(connection, dates);
	const response = { status, body, url: connection.analyticsUrl('/querying'), advice };
	if (!isSuccess(status)) throw refusalOf(response);
	if (!isObject(body) || !('data' in body || 'status' in body)) throw wrongServer(response);
	const schema = listOf(z.record(z.string(), z.unknown()));
	openEnvelope(response, { schema, what: 'the record of the test', advice });
}

function adviceFor({ region, details }: Connection, dates: RequestDates): Advice {
	return {
		address: addressAdvice(region, 'Analytics Base URL'),
		refused: `The test runs the query ${QUERY}. ${aboutDates(dates, details)}`,
		401: `Enter a valid API Token. ${TOKEN_PLACE}`,
		403: `The query ${QUERY}, which the test runs, is not open to your account. That does no harm if other queries are.`,
		429: 'n8n tests a credential each time it is opened or saved, and all calls of this minute are used. Press Retry in a minute.',
	};
}
