import { GzipError } from './gunzip';

/** Much more than is shown: the token is redacted in this part, before it is cut to what is shown. */
export const MAX_DESCRIPTION_CHARACTERS = 2 ** 16;

/** The service has returned an error description instead of a file (section 2.5.4). */
export class ErrorDescription extends Error {
	override readonly name = 'ErrorDescription';

	/** It must not be shown before the token is redacted. */
	readonly text: string;

	constructor(text: string) {
		super('The bulk export returned an error description instead of a file');
		this.text = text.slice(0, MAX_DESCRIPTION_CHARACTERS);
	}
}

/** The file is complete, but it is not CSV (section 2.5.1), so another download would be the same. */
export class NotCsv extends Error {
	override readonly name = 'NotCsv';

	/** @param message a sentence that quotes nothing of the file */
	constructor(
		message: string,
		/** Whether the file is compressed with gzip, so that the user can get it as a Compressed File. */
		readonly isPacked: boolean,
	) {
		super(message);
	}
}

/** The end of the file is missing, and it has no checksum. The message is a sentence. */
export class CutOffFile extends Error {
	override readonly name = 'CutOffFile';
}

/** Whether a file is damaged or cut off, so that another download may be complete. */
export function isDamage(error: unknown): error is GzipError | CutOffFile {
	return error instanceof GzipError || error instanceof CutOffFile;
}
