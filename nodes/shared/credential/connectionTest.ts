import { DateTime } from 'luxon';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';
import { InputError, ServiceError } from '../errors';
import { isFields } from '../field';
import { openEnvelope } from '../http/envelope';
import { networkFailure } from '../http/networkFailure';
import { type Advice, isHtml, refusalOf, saidText } from '../http/refusal';
import { retryAfterMs } from '../http/retryTiming';
import { Secret } from '../http/secret';
import { asJson, joinedTexts, shownText } from '../shownText';
import { type Connection, connectionOf } from './connection';
import { parseTemplates } from './templates';

const TIMEOUT_MS = 20_000;
const TIMEOUT_ADVICE =
	'Check the base URL in the credential, and that n8n can reach it, or try again later.';

const QUERY = 'messages_by_day';
const ADVICE: Advice = {
	403: `Check the API Token in the credential. If it is valid, your account may not use ${QUERY}, which the test asks for; other queries may still work.`,
};

const TESTED = 'Connection tested successfully.';
const NOT_SENT = 'Notifications were not tested, since that would send one.';
const NO_ADDRESS =
	'Notifications were not tested: enter the Notifications Base URL if you want to send any.';

/** Asks for one record, the cheapest real call (4.1); checks all base URLs. */
export async function chatCommerceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const { data = {} } = credential;
		const connection = connectionOf(data);
		const url = connection.analyticsUrl('/querying');
		const { region, notificationsBaseUrl, notificationsBaseUrlIndia } = data;
		const address = region === 'india' ? notificationsBaseUrlIndia : notificationsBaseUrl;
		if (address) connection.notificationsBaseUrl();
		parseTemplates(connection.details.templates);
		const answer = await askForOneRecord(this, connection, url);
		checkAnswer(answer, connection);
		return { status: 'OK', message: `${TESTED} ${address ? NOT_SENT : NO_ADDRESS}` };
	} catch (error) {
		const isKnown = error instanceof InputError || error instanceof ServiceError;
		const { message, description } = isKnown ? error : networkFailure(error, TIMEOUT_ADVICE);
		return { status: 'Error', message: joinedTexts([message, description], '. ') };
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
			queryName: QUERY,
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

function checkAnswer(
	{ statusCode: status, body, headers }: TestAnswer,
	{ token }: Connection,
): void {
	const secret = new Secret(token);
	const written = typeof body === 'string' ? body : body === undefined ? '' : asJson(body);
	const text = secret.masked(written);
	if (isAboutQuery(status) && isFromElsewhere(status, body, text)) throw wrongAddress(status, text);
	if (status < 200 || status > 299) {
		const location = String(headers['location']);
		// The rest of the address may repeat the token.
		const redirectedTo = URL.canParse(location) ? new URL(location).host : undefined;
		const wait = retryAfterMs(headers['retry-after'], Date.now());
		const refusal = { status, text, retryAfterMs: wait, redirectedTo, advice: ADVICE };
		throw explained(refusalOf(refusal), text);
	}
	try {
		const masked = secret.maskedJson(text, body);
		const expected = { schema: z.unknown(), what: 'the record of the test', advice: ADVICE };
		openEnvelope({ status, body: masked }, expected);
	} catch (error) {
		if (error instanceof ServiceError && error.kind === 'refused') throw explained(error, text);
		throw wrongAddress(status, text);
	}
}

/** What is wrong with the request itself is only looked at once the token was accepted. */
function isAboutQuery(status: number): boolean {
	return status >= 400 && status <= 499 && ![401, 403, 408, 429].includes(status);
}

/** Any web server says these of a path that it does not know; the service says so in its envelope. */
function isFromElsewhere(status: number, body: unknown, text: string): boolean {
	const isEnvelope = isFields(body) && 'status' in body && 'message' in body;
	return [404, 405, 410].includes(status) ? !isEnvelope : isHtml(text);
}

function explained(error: ServiceError, text: string): ServiceError {
	const { status = 0 } = error;
	if (status === 429) return error.withAdvice('The API Token itself was not refused.');
	if (!isAboutQuery(status)) return error;
	return new ServiceError({
		kind: 'refused',
		status,
		message: 'The API Token was accepted, but the service rejected the test query',
		description: `It asked for one record of ${QUERY}. Other queries may still work. To find out what the service expects, save the credential and run Service > Check of the node Chat Commerce Analytics. The service said (status ${status}): ${shownText(saidText(text))}`,
	});
}

function wrongAddress(status: number, text: string): ServiceError {
	return new ServiceError({
		kind: 'badAnswer',
		message: `The Analytics Base URL is wrong: the response did not come from the service (status ${status})`,
		description: `The response: ${shownText(saidText(text))}`,
	});
}
