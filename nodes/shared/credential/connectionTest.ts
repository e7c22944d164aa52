import { DateTime } from 'luxon';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';
import { openEnvelope } from '../client/envelope';
import { networkFailure } from '../client/networkFailure';
import { refusalOf } from '../client/refusal';
import { retryAfterMs } from '../client/retryTiming';
import { saidText } from '../client/saidText';
import { Secret } from '../client/secret';
import { InputError, ServiceError } from '../errors';
import { asJson, shownText } from '../shownText';
import { type Connection, connectionOf } from './connection';

const TIMEOUT_MS = 20_000;
const TIMEOUT_ADVICE =
	'Check the base URL in the credential, and that n8n can reach it, or try again later.';

const TESTED = 'Connection tested successfully.';
const NOT_SENT = 'Notifications were not tested, since that would send one.';
const NO_ADDRESS =
	'Notifications were not tested: enter the Notifications Base URL if you want to send any.';

/**
 * The test of the credential: asks for one record of yesterday, the cheapest real call (section 4.1),
 * and says in plain words what is wrong. All base URLs are checked, not only the one called.
 */
export async function chatCommerceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const connection = connectionOf(credential.data ?? {});
		const url = connection.analyticsUrl('/querying');
		const hasNotifications = hasNotificationsAddress(credential.data);
		if (hasNotifications) connection.notificationsBaseUrl();
		const answer = await askForOneRecord(this, connection, url);
		checkAnswer(answer, connection);
		return { status: 'OK', message: `${TESTED} ${hasNotifications ? NOT_SENT : NO_ADDRESS}` };
	} catch (error) {
		return { status: 'Error', message: wordsOf(error) };
	}
}

interface TestAnswer {
	statusCode: number;
	body: unknown;
	headers: Record<string, unknown>;
}

async function askForOneRecord(
	context: ICredentialTestFunctions,
	{ token }: Connection,
	url: string,
): Promise<TestAnswer> {
	const yesterday = DateTime.utc().minus({ days: 1 }).toFormat('yyyy-MM-dd');
	// The only helper that n8n gives a credential test; it adds no authentication of its own.
	const { request } = context.helpers;
	return (await request({
		method: 'POST',
		uri: url,
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body: {
			queryName: 'messages_by_day',
			limit: '1',
			timeZone: 'UTC',
			startDate: yesterday,
			endDate: yesterday,
		},
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TIMEOUT_MS,
	})) as TestAnswer;
}

/** @throws ServiceError saying what is wrong */
function checkAnswer(
	{ statusCode: status, body, headers }: TestAnswer,
	{ token }: Connection,
): void {
	const secret = new Secret(token);
	const text = secret.masked(typeof body === 'string' ? body : asJson(body));
	if (status === 404) throw wrongAddress(status, text);
	if (status < 200 || status > 299) {
		const location = headers['location'];
		const redirectedTo = typeof location === 'string' ? { redirectedTo: location } : {};
		throw explained(
			refusalOf({
				status,
				text,
				retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
				...redirectedTo,
			}),
		);
	}
	try {
		const masked = secret.maskedJson(text, body);
		openEnvelope({ status, body: masked }, { schema: z.unknown(), what: 'the record of the test' });
	} catch (error) {
		if (error instanceof ServiceError && error.kind === 'refused') throw explained(error);
		throw wrongAddress(status, text);
	}
}

/** What is wrong with the request itself is only looked at once the token was accepted. */
function explained(error: ServiceError): ServiceError {
	const { status = 0 } = error;
	const isTokenRefused = status === 401 || status === 403;
	if (isTokenRefused || status < 400 || status > 499 || status === 408) return error;
	if (status === 429) return error.withAdvice('The API Token itself was not refused.');
	return new ServiceError({
		kind: 'refused',
		status,
		message: 'The API Token was accepted, but the service did not like the test query',
		description: `It asked for one record of messages_by_day. ${error.message}. ${error.description ?? ''} Other queries may work all the same; if none does, see Service Details here.`,
	});
}

function wrongAddress(status: number, text: string): ServiceError {
	return new ServiceError({
		kind: 'badAnswer',
		message: `The Analytics Base URL is wrong: the response did not come from the service (status ${status})`,
		description: `The response: ${shownText(saidText(text))}`,
	});
}

function wordsOf(error: unknown): string {
	const isKnown = error instanceof InputError || error instanceof ServiceError;
	const { message, description } = isKnown ? error : networkFailure(error, TIMEOUT_ADVICE).failure;
	return [message, description].filter(Boolean).join('. ');
}

function hasNotificationsAddress(credential: ICredentialDataDecryptedObject | undefined): boolean {
	const { region, notificationsBaseUrl, notificationsBaseUrlIndia } = credential ?? {};
	return Boolean(region === 'india' ? notificationsBaseUrlIndia : notificationsBaseUrl);
}
