/** A change of one place in the sources, and what users would suffer. */
export interface Slip {
	file: string;
	/** Stands there once. */
	right: string;
	slip: string;
	harm: string;
}

const slip = (file: string, harm: string, right: string, wrong: string): Slip => ({
	file: `nodes/${file}.ts`,
	harm,
	right,
	slip: wrong,
});

export const SLIPS: Slip[] = [
	slip(
		'Notifications/message/nonce',
		'other labels do not change the nonce',
		'person, sorted, labels]',
		'person, sorted]',
	),
	slip(
		'Analytics/csv/columnTypes',
		'numbers of 16 digits change',
		'MAX_DIGITS = 15',
		'MAX_DIGITS = 16',
	),
];
