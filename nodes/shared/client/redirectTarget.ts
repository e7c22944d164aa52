/** Where a redirect leads, if it leads to an address that a download may come from. */
export function redirectTarget(
	{ status, headers }: { status: number; headers: Record<string, unknown> },
	from: string,
): string | undefined {
	const location = headers['location'];
	if (status < 300 || status > 399 || typeof location !== 'string') return undefined;
	if (!URL.canParse(location, from)) return undefined;
	const target = new URL(location, from);
	const isDowngrade = new URL(from).protocol === 'https:' && target.protocol !== 'https:';
	return isDowngrade || !/^https?:$/.test(target.protocol) ? undefined : target.href;
}
