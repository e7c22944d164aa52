const LONGEST = 200;

/**
 * What the service sent, shortened for an error message: one line, at most 200 characters,
 * without anything that looks like the token.
 */
export function shortened(value: unknown, token = ''): string {
	const text = typeof value === 'string' ? value : asJson(value);
	const line = maskSecrets(text.replace(/\s+/g, ' ').trim(), token);
	if (line === '') return 'nothing';
	return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Never throws, which `JSON.stringify` does for what is nested a few thousand times. */
export function asJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return 'something too deeply nested to show';
	}
}

/** Takes the token out of a text, and changes nothing else. */
export function withoutToken(text: string, token: string): string {
	return token === '' ? text : text.split(token).join('*****');
}

/** Takes the token and every other bearer token out of a text. */
export function maskSecrets(text: string, token: string): string {
	return withoutToken(text, token).replace(/\bBearer\s+[^\s"',}]+/gi, 'Bearer *****');
}
