import type { Connection } from '../../shared/credential/connection';
import { ServiceClient, type ServiceClientOptions } from '../../shared/http/client';
import { type CallMode, hashOf, limiterFor, type Limiter } from '../../shared/http/rateLimiter';
import { AnalyticsApi, type AnalyticsApiOptions } from '../transport/analyticsApi';

const MAX_DOWNLOAD_MS = 1_800_000;

/** Section 8 counts calls for the token, wherever it is used. */
function accountOf({ token, analyticsBaseUrl }: Connection): string {
	return `${analyticsBaseUrl()} ${token}`;
}

/** Distinguishes accounts without containing the token. */
export function accountHash(connection: Connection): string {
	return hashOf(accountOf(connection));
}

export function limitersOf(connection: Connection): Record<CallMode, Limiter> {
	const account = accountOf(connection);
	return { synchronous: limiterFor(account, 'synchronous'), bulk: limiterFor(account, 'bulk') };
}

type ApiOptions = Pick<ServiceClientOptions, 'context' | 'signal'> &
	Partial<Omit<AnalyticsApiOptions, 'client' | 'connection'>> & { connection: Connection };

/** With the settings of the credential. `maxDownloadMs` is half an hour by default. */
export function analyticsApi({ context, signal, ...options }: ApiOptions): AnalyticsApi {
	const { token, details } = options.connection;
	const timeoutMs = details.requestTimeout * 1000;
	return new AnalyticsApi({
		client: new ServiceClient({ context, token, timeoutMs, signal }),
		limiters: limitersOf(options.connection),
		onWait: () => {},
		maxDownloadMs: MAX_DOWNLOAD_MS,
		hint: () => {},
		...options,
	});
}
