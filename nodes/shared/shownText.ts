const MAX_CHARACTERS = 200;

/**
 * A value fit for an error message: one line of at most 200 characters, without bearer tokens. The
 * service client has taken the credential's own token out of everything it received.
 */
export function shownText(value: unknown): string {
	const text = typeof value === 'string' ? value : asJson(value);
	const line = withoutBearerTokens(text.replace(/\s+/g, ' ').trim());
	if (line === '') return 'nothing';
	return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}

/** Never throws, which `JSON.stringify` does for what is nested a few thousand times. */
export function asJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return '[too deeply nested to show]';
	}
}

function withoutBearerTokens(text: string): string {
	return text.replace(/\bBearer\s+[^\s"',}]+/gi, 'Bearer *****');
}
