import { type Column, type ColumnKind, FILTER_COLUMNS, QUERIES } from './columns.ts';
import type { Received } from './ledger.ts';
import { type PhoneWriting, receivedRecord, writtenPhone } from './receivedRecord.ts';

/** A value as the synchronous query gives it; a CSV file holds the same as text. */
export type Value = string | number | boolean;

export interface RecordsRequest {
	seed: number;
	queryName: string;
	/** First day, yyyy-MM-dd. */
	startDate: string;
	days: number;
	/** Records before filtering. */
	count: number;
	filters: Record<string, string>;
	/** What users received in these days, of a query that tells what became of it. */
	received?: Received[];
	phones?: PhoneWriting | undefined;
}

const NAMES = [
	'Ana Souza',
	'João "Jota" Lima',
	'Zoë Müller',
	'Priya Ñandú',
	'李小龍',
	'O’Neil, Pat',
];
const TEXTS = [
	'Hello!',
	'Olá, tudo bem?',
	'Line one\nline two',
	'She said "yes"',
	'50% off 🎉',
	'',
];
const STATUSES = ['sent', 'delivered', 'read', 'failed'];
const TEMPLATES = ['order_shipped', 'payment_reminder', 'welcome'];
const CAMPAIGNS = ['blackfriday', 'spring sale', 'Dia das Mães'];
const STOREFRONTS = ['Main, Centro', 'Loja Sul', 'Outlet'];

const pick = (values: string[], at: number): string => values[at % values.length] ?? '';
const pad = (value: number, width: number): string => String(value).padStart(width, '0');

const VALUES: Record<ColumnKind, (noise: number, row: number, day: string) => Value> = {
	date: (_, __, day) => day,
	hourBlock: (_, row) => row % 24,
	timestamp: (noise, _, day) =>
		`${day}T${pad(noise % 24, 2)}:${pad((noise >>> 5) % 60, 2)}:07.000Z`,
	shortId: (noise) => pad(noise % 12, 3),
	longId: (noise, row) => `8${pad(row, 9)}${pad(noise % 10_000_000_000, 10)}`,
	phone: (noise) => `+55119${pad(noise % 100_000_000, 8)}`,
	name: (noise) => pick(NAMES, noise),
	text: (noise) => pick(TEXTS, noise),
	status: (noise) => pick(STATUSES, noise),
	template: (noise) => pick(TEMPLATES, noise),
	campaign: (noise) => pick(CAMPAIGNS, noise),
	storefront: (noise) => pick(STOREFRONTS, noise),
	count: (noise) => noise % 500,
	amount: (noise) => (noise % 1_000_000) / 100,
	rate: (noise) => (noise % 1000) / 1000,
	flag: (noise) => noise % 2 === 0,
	optional: (noise) => (noise % 3 === 0 ? '' : `CUPOM${noise % 50}`),
};

/** The same number for the same arguments on every machine. */
function noiseOf(seed: number, row: number, column: number): number {
	let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(row + 1, 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(column + 1, 0x297a2d39);
	return (hash ^ (hash >>> 13)) >>> 0;
}

export function columnsOf(queryName: string): Column[] {
	return QUERIES[queryName]?.columns ?? [];
}

/** The records of a query: the same for both modes, narrowed by the filters that it knows. */
export function* records(request: RecordsRequest): Generator<Value[]> {
	const { seed, queryName, startDate, days, count, filters } = request;
	const columns = columnsOf(queryName);
	const querySeed =
		seed + [...queryName].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
	const dayNames = Array.from({ length: days }, (_, index) =>
		new Date(Date.parse(`${startDate}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
	);
	const wanted = Object.entries(filters)
		.map(([filter, value]) => ({
			at: columns.findIndex(({ name }) => name === FILTER_COLUMNS[filter]),
			value,
		}))
		.filter(({ at }) => at >= 0);

	const isWanted = (cells: Value[]) => wanted.every(({ at, value }) => String(cells[at]) === value);

	for (let row = 0; row < count; row++) {
		const day = dayNames[Math.floor((row * days) / count)] ?? startDate;
		const cells = columns.map(({ kind }, column) =>
			VALUES[kind](noiseOf(querySeed, row, column), row, day),
		);
		if (isWanted(cells)) yield withPhones(cells, columns, request);
	}
	for (const entry of request.received ?? []) {
		const cells = receivedRecord(columns, entry);
		if (isWanted(cells)) yield withPhones(cells, columns, request);
	}
}

function withPhones(cells: Value[], columns: Column[], { phones }: RecordsRequest): Value[] {
	if (phones === undefined) return cells;
	return cells.map((cell, at) =>
		columns[at]?.kind === 'phone' ? writtenPhone(String(cell), phones) : cell,
	);
}
