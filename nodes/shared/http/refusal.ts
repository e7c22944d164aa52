import { ServiceError } from '../errors';
import { meaningOf, statusClassOf } from '../status';
import { asJson, joinedTexts, sentence, shownText } from '../text';
import type { Advice } from './request';

/** What is known of a response before its body is read, with what an error about it says. */
export interface ResponseHead {
	/** The status of HTTP, or that of the envelope (section 7.4). */
	status: number;
	/** The address that responded. After a redirect, it differs from that of the request. */
	url: string;
	/** The host that responded, if the service has redirected the request to another one. */
	otherHost?: string | undefined;
	advice: Advice;
	/** How long Retry-After asks to wait. */
	retryAfterMs?: number | undefined;
}

export interface ReadResponse extends ResponseHead {
	/** As text or parsed, without the token. */
	body: unknown;
}

/** The service says exactly this if a server behind it has refused. */
const PASSED_ON = /^Request failed with status code ([45]\d\d)$/;

/** The status of the server behind the service if its refusal is all that the response says, else that of the response. */
export function meantStatus({ status, body }: Pick<ReadResponse, 'status' | 'body'>): number {
	const [only = '', ...others] = saidIn(body).filter(isWords);
	const passedOn = status >= 500 && others.length === 0 && PASSED_ON.exec(only)?.[1];
	return Number(passedOn || status);
}

/** The error for a response that refuses a request, with the advice that fits its status. */
export function refusalOf(response: ReadResponse): ServiceError {
	const { url, advice, retryAfterMs, otherHost } = response;
	const status = meantStatus(response);
	const said = bodyText(response.body, response.status);
	const ofResponse =
		said === ''
			? `(Status ${response.status})`
			: `The response (status ${response.status}): ${shownText(said)}`;
	const details = { status, retryAfterMs, isOfOtherHost: otherHost !== undefined };
	if (otherHost !== undefined) {
		const message = `${otherHost}, to which the service redirected the download, refused it`;
		return new ServiceError('refused', message, `Try again later. ${ofResponse}`, details);
	}

	const { message, topic, advice: usual } = meaningOf(status);
	const description = joinedTexts([
		advice[status] ?? (topic && advice[topic]) ?? usual,
		statusClassOf(status) === 'address' ? calledText(url) : '',
		ofResponse,
	]);
	return new ServiceError('refused', message, description, details);
}

/** The error for a success that has nothing of the service's form, so that any web server may have sent it. */
export function wrongServer({ body, url, advice }: ReadResponse): ServiceError {
	const problem = typeof body === 'string' ? 'It is not JSON' : 'It has neither data nor status';
	const description = joinedTexts([
		sentence(`${problem}: ${quoteOf(body)}`),
		advice.address,
		calledText(url),
	]);
	return new ServiceError('badAnswer', 'The response did not come from the service', description);
}

function calledText(url: string): string {
	const { host, pathname } = new URL(url);
	return `The address called was ${host}${pathname}.`;
}

/** What a body says, as an error shows it. @param body as text or parsed, without the token */
export function quoteOf(body: unknown): string {
	return shownText(bodyText(body));
}

/** All that a body says, apart from a status that is said already. Without words, its numbers need their names. */
function bodyText(body: unknown, status?: number): string {
	const said = saidIn(body).filter((each) => each !== String(status));
	const value = typeof body === 'string' ? jsonOrText(body) : body;
	const hasNames = typeof value === 'object' && value !== null;
	return hasNames && !said.some(isWords) ? asJson(value) : said.join(': ');
}

/** A number, such as a status, may be written as text. */
function isWords(said: string): boolean {
	return Number.isNaN(Number(said));
}

/** The texts and numbers of a body in their order, each once. JSON inside a text is read as such, and a web page without its tags. */
function saidIn(body: unknown): string[] {
	const said = new Set<string>();
	const next = [body];
	while (next.length > 0) {
		const last = next.pop();
		const value = typeof last === 'string' ? jsonOrText(last) : last;
		if (typeof value === 'object' && value !== null) {
			for (const inner of Object.values(value).toReversed()) next.push(inner);
		} else if (typeof value === 'string' || typeof value === 'number') {
			const text = String(value).trim();
			said.add(text.startsWith('<') ? text.replace(/<[^<>]*>/g, ' ').trim() : text);
		}
	}
	said.delete('');
	return [...said];
}

/** Objects, lists and texts that are written as JSON, and any other text as it is. */
function jsonOrText(text: string): unknown {
	if (!/^\s*[{["]/.test(text)) return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
