import type { Column, ColumnKind } from './columns.ts';
import type { Received } from './ledger.ts';
import type { Value } from './records.ts';

/** How records write a phone, if not as notifications do. */
export type PhoneWriting = 'digits' | 'number' | 'spaced';

const VALUES: Partial<Record<ColumnKind, (entry: Received) => Value>> = {
	timestamp: ({ time }) => new Date(time).toISOString(),
	longId: ({ phone }) => `8${phone.slice(1).padStart(15, '0')}`,
	phone: ({ phone }) => phone,
	name: ({ params }) => (typeof params.name === 'string' ? params.name : ''),
	template: ({ type }) => type,
	status: statusOf,
	shortId: ({ flowId }) => flowId,
	flag: () => true,
	few: () => 1,
};

/** A record of a notification that a user received. */
export function receivedRecord(columns: Column[], entry: Received): Value[] {
	return columns.map(({ kind }) => VALUES[kind]?.(entry) ?? '');
}

/** Users whose phone ends in an even digit read what they get. */
function statusOf({ phone }: Received): string {
	return Number(phone.at(-1)) % 2 === 0 ? 'read' : 'delivered';
}

export function writtenPhone(phone: string, writing: PhoneWriting): Value {
	switch (writing) {
		case 'digits':
			return phone.slice(1);
		case 'number':
			return Number(phone.slice(1));
		case 'spaced':
			return `${phone.slice(0, 3)} ${phone.slice(3, 5)} ${phone.slice(5)}`;
	}
}
