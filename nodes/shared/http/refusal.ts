import { ServiceError, type Advice } from '../errors';
import { isObject } from '../json';
import { isTransient, MEANINGS, statusClassOf } from '../status';
import { asJson, inWords, joinedTexts, sentence, shownText } from '../text';

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

/** How long one request may wait altogether because the service asks it to: as long as a long job takes. */
export const MAX_PAUSES_MS = 30 * 60_000;

/** The service says exactly this if a server behind it has refused. */
const PASSED_ON = /^Request failed with status code ([45]\d\d)$/;

/** The error for a response that refuses a request, with the advice that fits its status. */
export function refusalOf(refusal: Refusal): ServiceError {
	const { advice = {}, retryAfterMs, redirectedTo, otherHost } = refusal;
	const said = bodyText(refusal.body);
	const status = statusPassedOn(refusal.status, said) ?? refusal.status;
	const statusClass = statusClassOf(status);
	const { message, advice: usual } = MEANINGS[statusClass];
	const isOfOtherHost = otherHost !== undefined;
	const ofStatus = advice[status] ?? (typeof usual === 'string' ? usual : advice[usual.topic]);
	const redirect = `It points to ${redirectedTo}, and was not followed, to keep the API token safe.`;
	const description = joinedTexts([
		isOfOtherHost ? 'Try again later.' : ofStatus,
		redirectedTo && redirect,
		statusClass === 'address' && !isOfOtherHost ? calledText(refusal) : '',
		quoteOfResponse(said, refusal),
	]);
	const details = { status, retryAfterMs, isOfOtherHost };
	const ownMessage = isOfOtherHost ? REFUSED_BY_OTHER_HOST : message;
	const error = new ServiceError('refused', ownMessage, description, details);
	return asksForTooLong(error) ? withWait(error) : error;
}

const REFUSED_BY_OTHER_HOST = 'The host to which the service redirected the download refused it';

function quoteOfResponse(said: string, { status, otherHost }: Refusal): string {
	if (said === '') return `(Status ${status})`;
	const ofHost = otherHost === undefined ? '' : ` of ${otherHost}`;
	return `The response${ofHost} (status ${status}): ${shownText(said)}`;
}

function statusPassedOn(status: number, said: string): number | undefined {
	const passedOn = status >= 500 ? PASSED_ON.exec(said)?.[1] : undefined;
	return passedOn === undefined ? undefined : Number(passedOn);
}

/** Whether the request could be sent again, but only after a wait that nobody would expect of a run. */
function asksForTooLong({ status = 0, retryAfterMs = 0 }: ServiceError): boolean {
	const isRepeated = statusClassOf(status) === 'rateLimit' || isTransient(status);
	return isRepeated && retryAfterMs > MAX_PAUSES_MS;
}

/** The error of a request that is not sent again, because the service asks to wait for too long. */
export function withWait(error: ServiceError): ServiceError {
	if (error.retryAfterMs === undefined) return error;
	const message = `${error.message} and asks to wait ${inWords(error.retryAfterMs)}`;
	return error.with({ message, isFinal: true });
}

/** The error for a success that has nothing of the service's form, so that any web server may have sent it. */
export function wrongServer(refusal: Refusal): ServiceError {
	const { body, advice = {} } = refusal;
	const problem = typeof body === 'string' ? 'It is not JSON' : 'It has neither data nor status';
	const description = joinedTexts([
		sentence(`${problem}: ${quoteOf(body)}`),
		advice.address,
		calledText(refusal),
	]);
	return new ServiceError('badAnswer', 'The response did not come from the service', description);
}

function calledText({ url }: Refusal): string {
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
