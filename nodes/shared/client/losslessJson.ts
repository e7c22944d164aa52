/**
 * JSON without silent changes: a number that JavaScript would turn into another one (an integer beyond
 * 2^53, 1e400) stays exactly as it is written, as text. JSON.parse itself can show what was written
 * only from Node.js 22 on.
 *
 * @throws SyntaxError
 */
export function parseJson(json: string): unknown {
	const parsed: unknown = JSON.parse(json);
	const changes = changingNumbers(json);
	if (changes.length === 0) return parsed;
	const parts: string[] = [];
	let end = 0;
	for (const { from, to } of changes) {
		parts.push(json.slice(end, from), '"', json.slice(from, to), '"');
		end = to;
	}
	parts.push(json.slice(end));
	return JSON.parse(parts.join(''));
}

/** A number that changes has so many digits, or such an exponent; few texts have any at all. */
const SUSPECT = /\d{16}|\d[eE][+-]?\d{3}/g;
const IN_NUMBER = /[-+.\deE]/;

interface Place {
	from: number;
	to: number;
}

function changingNumbers(json: string): Place[] {
	const places: Place[] = [];
	const endOfStringAt = stringsOf(json);
	const suspects = new RegExp(SUSPECT);
	for (let hit = suspects.exec(json); hit; hit = suspects.exec(json)) {
		const end = endOfStringAt(hit.index);
		if (end === undefined) {
			const place = numberAt(json, hit.index);
			if (isChanging(json.slice(place.from, place.to))) places.push(place);
			suspects.lastIndex = place.to;
		} else {
			suspects.lastIndex = end;
		}
	}
	return places;
}

/** Tells for one place after the other where the string ends that holds it; undefined if none does. */
function stringsOf(json: string): (index: number) => number | undefined {
	let next = json.indexOf('"');
	return (index) => {
		let end = 0;
		while (next >= 0 && next < index) {
			end = json.indexOf('"', next + 1) + 1;
			while (isEscaped(json, end - 1)) end = json.indexOf('"', end) + 1;
			next = json.indexOf('"', end);
		}
		return end > index ? end : undefined;
	};
}

function isEscaped(json: string, quote: number): boolean {
	let start = quote;
	while (json[start - 1] === '\\') start -= 1;
	return (quote - start) % 2 === 1;
}

function numberAt(json: string, index: number): Place {
	let [from, to] = [index, index];
	while (IN_NUMBER.test(json[from - 1] ?? '')) from -= 1;
	while (IN_NUMBER.test(json[to] ?? '')) to += 1;
	return { from, to };
}

/** Fractions may be rounded in their last digits, as everywhere; integers and magnitudes may not. */
function isChanging(written: string): boolean {
	const number = Number(written);
	if (number === 0) return /^-?[\d.]*[1-9]/.test(written);
	if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return false;
	return !Number.isFinite(number) || !/[eE]/.test(written);
}
