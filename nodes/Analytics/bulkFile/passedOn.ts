import { ServiceError } from '../../shared/errors';
import { crc32 } from '../gzip/crc32';

/**
 * Remembers what was passed on of some bytes, in constant memory. When they are made once more, since
 * the download that they are made of broke off, only the rest is passed on.
 */
export class PassedOn {
	#length = 0;
	#crc = 0;

	/** @throws ServiceError if the bytes do not begin with those that were passed on before */
	async *rest(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		let left = this.#length;
		let crc = 0;
		for await (const chunk of bytes) {
			const again = chunk.subarray(0, left);
			const fresh = chunk.subarray(again.length);
			if (again.length > 0) {
				crc = crc32(again, crc);
				left -= again.length;
				if (left === 0 && crc !== this.#crc) throw changed();
			}
			if (fresh.length === 0) continue;
			this.#crc = crc32(fresh, this.#crc);
			this.#length += fresh.length;
			yield fresh;
		}
		if (left > 0) throw changed();
	}
}

function changed(): ServiceError {
	return new ServiceError({
		kind: 'badAnswer',
		message: 'The file of the bulk export changed while it was fetched',
		description:
			'Its download broke off, and the second one holds other rows than the first. Nothing of it was passed on.',
	});
}
