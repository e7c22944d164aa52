import { ServiceError } from '../../shared/errors';
import { shortened } from '../../shared/received';

/**
 * A file that is not compressed is either the error description of a failed job (section 2.5.4), or
 * one that a proxy on the way has unpacked already. Only what surely is a table counts as the latter.
 *
 * @param head the first rows of the file
 * @throws ServiceError with the description
 */
export function assertIsFile(head: string[][]): void {
	const [, second = []] = head;
	const isTable =
		second.length > 1 && head.slice(2).every(({ length }) => length === second.length);
	const [[start = ''] = []] = head;
	if (isTable && !/^\s*[{[<]/.test(start)) return;

	const text = head.map((cells) => cells.join(',')).join(' ');
	throw new ServiceError({
		kind: 'jobFailed',
		message: 'The bulk export brought an error description instead of a file',
		description: `It says: ${shortened(text)}`,
	});
}
