/* What a file is, if it is not a whole table. `job/jobErrors.ts` turns each of them into an error that names the job. */

/** It is damaged or cut off. The message is a sentence that says why. */
export class DamagedFile extends Error {
	override readonly name = 'DamagedFile';
}

/** It is not CSV in UTF-8 (section 2.5.1). The message is a sentence, and quotes nothing of the file. */
export class NotCsv extends Error {
	override readonly name = 'NotCsv';
}

/** A text came instead of a file. It may be the service's error description (section 2.5.4). */
export class TextInstead extends Error {
	override readonly name = 'TextInstead';

	/** @param text must not be shown before the token is redacted */
	constructor(readonly text: string) {
		super('The bulk export returned a text instead of a file');
	}
}
