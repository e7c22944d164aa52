const MAX_CHARACTERS = 1_000;

/** What was received in place of a file (section 2.5.4). */
export class ErrorDescription extends Error {
	override readonly name = 'ErrorDescription';

	/** Not to be shown before secrets are masked. */
	readonly text: string;

	/** @param advice a sentence that follows the text */
	constructor(
		text: string,
		message = 'The bulk export returned an error description instead of a file',
		readonly advice = '',
	) {
		super(message);
		this.text = text.slice(0, MAX_CHARACTERS);
	}
}
