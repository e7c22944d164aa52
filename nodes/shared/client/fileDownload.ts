import { identityOf, partIn, restHeaders, type RestOfFile } from './byteRange';
import {
	ContinuedDownload,
	type ContinuedDownloadOptions,
	type RestAnswer,
} from './continuedDownload';
import { readFile } from './readFile';
import type { Secret } from './secret';
import type { Answer } from './send';
import type { Download, ServiceRequest } from './serviceRequest';

/** When and how long a download is continued. */
export type Continuing = Pick<ContinuedDownloadOptions, 'isVerified' | 'maxMs'>;

export interface FileDownloadOptions extends Continuing {
	/** Sends a request, with the tries and the calls a minute of the client, and reads its answer. */
	send<T>(request: ServiceRequest, read: (answer: Answer) => Promise<T>): Promise<T>;
	secret: Secret;
	signal: AbortSignal;
}

/** Asks for a file (section 4.4), which is continued where its connection breaks off. */
export async function fileDownload(
	request: ServiceRequest,
	options: FileDownloadOptions,
): Promise<Download> {
	return await options.send(request, async (answer) => await opened(answer, request, options));
}

async function opened(
	answer: Answer,
	request: ServiceRequest,
	options: FileDownloadOptions,
): Promise<Download> {
	const { secret, signal, isVerified, maxMs } = options;
	const identity = identityOf(answer);
	const holdsToken =
		identity && secret.masked(identity.validator.value) !== identity.validator.value;
	return new ContinuedDownload(await readFile(answer, { secret, advice: request.advice }), {
		// It may be repeated to another origin.
		identity: holdsToken ? undefined : identity,
		isVerified,
		maxMs,
		signal,
		askForRest: async (rest) => await answerWithRest(rest, request, options),
	});
}

/** Asks where the file itself was asked for: a redirect may lead elsewhere by now. */
async function answerWithRest(
	rest: RestOfFile,
	request: ServiceRequest,
	options: FileDownloadOptions,
): Promise<RestAnswer | undefined> {
	const isAnswer = (status: number) => status === 416;
	const asking = { ...request, headers: restHeaders(rest), isAnswer };
	return await options.send(asking, async (answer) => {
		if (answer.status === 200) return { fresh: await opened(answer, request, options) };
		const part = partIn(answer, rest);
		if (part && part !== 'whole') return { ...part, chunks: answer.chunks };
		answer.discard();
		return part;
	});
}
