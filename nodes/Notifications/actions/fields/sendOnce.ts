import { DateTime } from 'luxon';
import { autoNonce, type NonceContent } from '../../message/nonce';
import type { ReadField } from './fieldReader';
import { parseText } from './parseText';

export interface NonceRun {
	executionId: string;
	/** IANA name. */
	workflowTimeZone: string;
	/** When the run began. Its day is that of all items, so that midnight lets nothing through twice. */
	startedAt: Date;
}

/** Reads or makes the nonce of an item, as Send Once and Scope say. */
export function nonceReader(
	read: ReadField,
	run: NonceRun,
): (itemIndex: number, content: Omit<NonceContent, 'scope'>) => string {
	const mode = read('nonceMode', 'auto', (value) => value);
	const ownNonce = read('nonce', '', (value) => parseText(value, 'Nonce'));
	const today = DateTime.fromJSDate(run.startedAt, { zone: run.workflowTimeZone });
	const day = `day ${today.toFormat('yyyy-MM-dd')}`;
	const scope = read('nonceScope', 'day', (value) => {
		if (value === 'content') return 'content';
		return value === 'execution' ? `execution ${run.executionId}` : day;
	});

	return (itemIndex, content) => {
		switch (mode(itemIndex)) {
			case 'none':
				return '';
			case 'value':
				return ownNonce(itemIndex);
			default:
				return autoNonce({ ...content, scope: scope(itemIndex) });
		}
	};
}
