import { ServiceError, type Advice } from '../errors';
import { isObject } from '../json';
import { isTransient, type StatusClass, statusClassOf } from '../status';
import {
	ABOUT_WEB_PAGES,
	inWords,
	isWebPage,
	joinedTexts,
	sentence,
	shownText,
	asJson,
} from '../text';

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

/** What an error says: what happened, and what to do about it. */
interface Words {
	message: string;
	advice: string | undefined;
}

/** How long one request may wait altogether because the service asks it to: as long as a long job takes. */
export const MAX_PAUSES_MS = 30 * 60_000;

const NOT_FROM_SERVICE = 'The response did not come from the service';
const NOT_FOLLOWED = 'It was not followed, to keep the API token safe.';
const REFUSED_BY_OTHER_HOST = {
	message: 'The host to which the service redirected the download refused it',
	advice: 'Try again later. If it happens every time, ask the support of the service.',
};

/** The service says exactly this if a server behind it has refused. */
const PASSED_ON = /^Request failed with status code ([45]\d\d)$/;
/** The gateway in front of the service says this if it knows no such path. */
const NO_ROUTE = /^no Route matched/i;
/** A server that only speaks HTTP/2 says "Unknown ALPN Protocol, expected `h2`". */
const OTHER_HTTP_VERSION = /\bALPN\b/;

/** The error for a response that refuses a request, with the advice that fits its status and its words. */
export function refusalOf(refusal: Refusal): ServiceError {
	const { body, retryAfterMs, redirectedTo, otherHost } = refusal;
	const said = errorText(body);
	const message = messageOf(body);
	const status = statusPassedOn(refusal.status, message) ?? refusal.status;
	const isNoRoute = status === 404 && NO_ROUTE.test(message);
	const words = wordsFor(status, refusal, isNoRoute);
	const isSilent = said === '' && otherHost === undefined;
	const description = joinedTexts([
		words.advice,
		redirectedTo === undefined ? '' : `It points to ${redirectedTo}.`,
		statusClassOf(status) === 'address' && otherHost === undefined ? calledText(refusal) : '',
		isSilent ? `(Status ${refusal.status})` : `${speakerOf(refusal)}: ${shownText(said)}`,
	]);
	const error = new ServiceError('refused', words.message, description, {
		status,
		retryAfterMs,
		isFinal: isNoRoute,
		isOfOtherHost: otherHost !== undefined,
	});
	return asksForTooLong(error) ? withWait(error) : error;
}

/** Who said what an error quotes. A web page may come from any server in between, but not from the service. */
function speakerOf({ status, body, otherHost }: Refusal): string {
	if (otherHost !== undefined) return `${otherHost} said (status ${status})`;
	if (typeof body === 'string' && isWebPage(body))
		return `The response is a web page (status ${status})`;
	return `The ${statusClassOf(status) === 'proxy' ? 'proxy' : 'service'} said (status ${status})`;
}

function statusPassedOn(status: number, said: string): number | undefined {
	const passedOn = status >= 500 ? PASSED_ON.exec(said)?.[1] : undefined;
	return passedOn === undefined ? undefined : Number(passedOn);
}

function wordsFor(status: number, refusal: Refusal, isNoRoute: boolean): Words {
	const { advice = {}, otherHost, body } = refusal;
	const statusClass = statusClassOf(status);
	if (otherHost !== undefined && statusClass !== 'redirect') return REFUSED_BY_OTHER_HOST;
	const mayBeAnyServer = ['token', 'permission', 'content', 'other'].includes(statusClass);
	const ofOtherSender = mayBeAnyServer ? wordsForOtherSender(body, advice) : undefined;
	if (ofOtherSender) return ofOtherSender;
	const words = WORDS[statusClass](advice);
	return isNoRoute ? words : { ...words, advice: advice[status] ?? words.advice };
}

/** The words for a body that does not come from the service, so that neither the token nor the content is to blame. */
function wordsForOtherSender(body: unknown, advice: Advice): Words | undefined {
	if (typeof body !== 'string') return undefined;
	if (OTHER_HTTP_VERSION.test(body)) {
		return {
			message: 'The server does not accept HTTP/1.1, the only version that n8n speaks',
			advice: joinedTexts([advice.address, 'If it is right, ask the support of the service.']),
		};
	}
	if (!isWebPage(body)) return undefined;
	return { message: NOT_FROM_SERVICE, advice: joinedTexts([ABOUT_WEB_PAGES, advice.address]) };
}

const refused = (advice: Advice): Words => ({
	message: 'The service refused the request',
	advice: advice.refused,
});
const failed = (): Words => ({
	message: 'The service failed to process the request',
	advice: 'Try again later.',
});

const WORDS: Record<StatusClass, (advice: Advice) => Words> = {
	notReady: () => ({ message: 'The result is not ready yet', advice: 'Try again later.' }),
	content: refused,
	tooLarge: () => ({
		message: 'The request is too large for the service',
		advice: 'Send less at once.',
	}),
	token: ({ token }) => ({ message: 'The service refused the API token', advice: token }),
	permission: ({ permission }) => ({
		message: 'The service does not allow this with your API token',
		advice: permission,
	}),
	address: ({ address }) => ({
		message: 'The service has nothing at this address',
		advice: address,
	}),
	proxy: () => ({
		message: 'A proxy or the network of n8n refused the request',
		advice:
			'It did not reach the service. Ask the administrator of your n8n or of your network: a proxy may need a user and a password.',
	}),
	rateLimit: ({ rateLimit }) => ({
		message: 'The service is receiving too many requests',
		advice: rateLimit,
	}),
	gateway: failed,
	redirect: ({ address }) => ({
		message: 'The service redirected the request to another address',
		advice: joinedTexts([NOT_FOLLOWED, address]),
	}),
	service: failed,
	other: refused,
};

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
	const isText = typeof body === 'string';
	const problem = isText ? 'It is not JSON' : 'It has neither data nor status';
	const description = joinedTexts([
		sentence(`${problem}: ${shownText(errorText(body))}`),
		advice.address,
		calledText(refusal),
		isText && isWebPage(body) ? ABOUT_WEB_PAGES : '',
	]);
	return new ServiceError('badAnswer', NOT_FROM_SERVICE, description);
}

function calledText({ url }: Refusal): string {
	if (url === undefined) return '';
	const { host, pathname } = new URL(url);
	return `The address called was ${host}${pathname}.`;
}

/** The body of an error as people read it: a page without its tags, and JSON without its brackets and quotes. */
export function errorText(body: unknown): string {
	const text = typeof body === 'string' ? body : asJson(body ?? '');
	const words = text.replace(/<[^<>]*>/g, ' ').replace(/\\?"|[{}[\]]/g, '');
	return words.replace(/([:,])(?=\S)/g, '$1 ').trim();
}

/** The message of an error in JSON, or else the whole text. */
function messageOf(body: unknown): string {
	let json = body;
	try {
		if (typeof body === 'string') json = JSON.parse(body);
	} catch {
		return String(body).trim();
	}
	const { message, error } = isObject(json) ? json : {};
	return [message, error, json].find((text) => typeof text === 'string') ?? '';
}
