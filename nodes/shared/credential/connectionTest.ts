import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { DateTime } from 'luxon';
import { type Connection, connectionOf } from './connection';
import { networkFailure } from '../client/networkFailure';
import { shortened } from '../shownText';
import { refusalOf } from '../client/refusal';

const PATH = '/dp/data-api/v1/private/analytics/querying';
const TIMEOUT_MS = 20_000;

/**
 * "Test" in the credential: asks for one record of yesterday, the cheapest real call (section 4.1),
 * and says in plain words what is wrong. All base URLs are checked, not only the one called.
 */
export async function chatCommerceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const connection = connectionOf(credential.data ?? {});
		const url = `${connection.analyticsBaseUrl()}${PATH}`;
		if (hasNotificationsAddress(credential.data)) connection.notificationsBaseUrl();
		const answer = await askForOneRecord(this, connection, url);
		return verdict(answer, connection);
	} catch (error) {
		return failed(error);
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

function verdict(
	{ statusCode, body, headers }: TestAnswer,
	{ token }: Connection,
): INodeCredentialTestResult {
	const envelope = (typeof body === 'object' && body !== null ? body : {}) as {
		status?: unknown;
		data?: unknown;
		message?: unknown;
	};
	const isEnvelope = typeof envelope.status === 'number' && 'data' in envelope;
	if (statusCode === 200 && isEnvelope && envelope.status === 200) {
		return { status: 'OK', message: 'Connection tested successfully' };
	}
	if (statusCode === 404 || (statusCode === 200 && !isEnvelope)) {
		return {
			status: 'Error',
			message: `The Analytics Base URL is wrong: what answered there is not the service (status ${statusCode}). It sent: ${shortened(body, token)}`,
		};
	}
	const status = statusCode === 200 ? Number(envelope.status) : statusCode;
	const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const location = headers['location'];
	return failed(
		refusalOf({
			status,
			text,
			token,
			...(typeof location === 'string' ? { redirectedTo: location } : {}),
		}),
	);
}

function failed(error: unknown): INodeCredentialTestResult {
	const known = hasDescription(error) ? error : networkFailure(error).failure;
	return {
		status: 'Error',
		message: [known.message, known.description].filter(Boolean).join('. '),
	};
}

function hasDescription(error: unknown): error is { message: string; description?: string } {
	return error instanceof Error && ['InputError', 'ServiceError'].includes(error.name);
}

function hasNotificationsAddress(credential: ICredentialDataDecryptedObject | undefined): boolean {
	const { region, notificationsBaseUrl, notificationsBaseUrlIndia } = credential ?? {};
	return Boolean(region === 'india' ? notificationsBaseUrlIndia : notificationsBaseUrl);
}
