const MAX_CHARACTERS = 200;

/** A value for an error message: one line of at most 200 characters, without bearer tokens. */
export function shownText(value: unknown): string {
	const text = typeof value === 'string' ? value : asJson(value);
	const line = text
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/\bBearer\s+[^\s"',}]+/gi, 'Bearer *****');
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

export function joinedTexts(texts: ReadonlyArray<string | undefined>, separator = ' '): string {
	return texts.filter(Boolean).join(separator);
}
