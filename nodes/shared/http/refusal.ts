import { ServiceError, type Advice } from '../errors';
import { isObject } from '../json';
import { meaningOf, statusClassOf } from '../status';
import { asJson, joinedTexts, sentence, shownText } from '../text';

export interface Refusal {
	/** The status of HTTP, or that of the envelope (section 7.4). */
	status: number;
	/** The body, as text or parsed, without the token. */
	body: unknown;
	url?: string | undefined;
	advice?: Advice | undefined;
	retryAfterMs?: number | undefined;
	redirectedTo?: string | undefined;
	/** The host that refused, if the service redirected the download to another one. */
	otherHost?: string | undefined;
}

/** The service says exactly this if a server behind it has refused. */
const PASSED_ON = /^Request failed with status code ([45]\d\d)$/;

/** The error for a response that refuses a request, with the advice that fits its status. */
export function refusalOf(refusal: Refusal): ServiceError {
	const { url, advice = {}, retryAfterMs, redirectedTo, otherHost } = refusal;
	const said = bodyText(refusal.body);
	const ofResponse =
		said === ''
			? `(Status ${refusal.status})`
			: `The response (status ${refusal.status}): ${shownText(said)}`;
	const passedOn = refusal.status >= 500 ? PASSED_ON.exec(said)?.[1] : undefined;
	const status = Number(passedOn ?? refusal.status);
	const details = { status, retryAfterMs, isOfOtherHost: otherHost !== undefined };
	if (otherHost !== undefined) {
		const message = `${otherHost}, to which the service redirected the download, refused it`;
		return new ServiceError('refused', message, `Try again later. ${ofResponse}`, details);
	}

	const { message, advice: sentenceOrTopic } = meaningOf(status);
	const ofClass =
		typeof sentenceOrTopic === 'string' ? sentenceOrTopic : advice[sentenceOrTopic.topic];
	const notFollowed = `It points to ${redirectedTo}, and was not followed, to keep the API token safe.`;
	const description = joinedTexts([
		advice[status] ?? ofClass,
		redirectedTo && notFollowed,
		statusClassOf(status) === 'address' ? calledText(url) : '',
		ofResponse,
	]);
	return new ServiceError('refused', message, description, details);
}

/** The error for a success that has nothing of the service's form, so that any web server may have sent it. */
export function wrongServer({ body, url, advice = {} }: Refusal): ServiceError {
	const problem = typeof body === 'string' ? 'It is not JSON' : 'It has neither data nor status';
	const description = joinedTexts([
		sentence(`${problem}: ${quoteOf(body)}`),
		advice.address,
		calledText(url),
	]);
	return new ServiceError('badAnswer', 'The response did not come from the service', description);
}

function calledText(url: string | undefined): string {
	if (url === undefined) return '';
	const { host, pathname } = new URL(url);
	return `The address called was ${host}${pathname}.`;
}

/** What a body says, as an error shows it. @param body as text or parsed, without the token */
export function quoteOf(body: unknown): string {
	return shownText(bodyText(body));
}

/** The fields in which errors say what is wrong. */
const SAYING = ['message', 'reason', 'error', 'description', 'details'];

/** So deep are errors nested in errors. */
const MAX_DEPTH = 3;

/** What a body says: the fields that are made for it, or else all of it. A web page is read without its tags. */
function bodyText(body: unknown, depth = 0): string {
	const json = typeof body === 'string' ? parsedOrText(body) : body;
	if (typeof json === 'string') return json.replace(/<[^<>]*>/g, ' ').trim();
	if (!isObject(json) || depth > MAX_DEPTH) return asJson(json ?? '');
	const values = SAYING.map((name) => json[name]).filter(Boolean);
	const texts = values.map((value) => bodyText(value, depth + 1));
	return joinedTexts(texts, ': ') || asJson(json);
}

function parsedOrText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
