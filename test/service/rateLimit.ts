import type { ServiceOptions } from './options';
import type { Endpoint } from './requests';

export class RateLimit {
	private calls = { synchronous: [] as number[], bulk: [] as number[] };

	constructor(private readonly options: ServiceOptions) {}

	/** @returns undefined if the call is within the limit, else milliseconds until one is free */
	count(endpoint: Endpoint): number | undefined {
		const { callsPerMinute, windowMs } = this.options;
		if (endpoint === 'notifications' || endpoint === 'unknown') return undefined;
		const now = Date.now();
		const mode = endpoint === 'query' ? 'synchronous' : 'bulk';
		const recent = this.calls[mode].filter((time) => time > now - windowMs);
		this.calls[mode] = recent;
		const oldest = recent[recent.length - callsPerMinute];
		if (oldest !== undefined) return oldest + windowMs - now;
		recent.push(now);
		return undefined;
	}

	reset(): void {
		this.calls = { synchronous: [], bulk: [] };
	}
}
