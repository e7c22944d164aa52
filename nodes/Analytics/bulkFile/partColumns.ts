import { InputError } from '../../shared/errors';

/** The columns of one file of several that belong together. */
export interface PartColumns<Part extends LabelledPart = LabelledPart> {
	part: Part;
	names: string[];
}

interface LabelledPart {
	jobId: string;
	/** What the user knows it by, such as its days. */
	label: string;
}

export const ONE_FILE_PER_PART =
	'Choose Options > Long Ranges as Files > One File per Part, or enter';

/**
 * @param advice how a sentence on what to do begins that goes on with the Expected Columns
 * @throws InputError where the columns would not fit those of the first part
 */
export function expectSameColumns(first: PartColumns, other: PartColumns, advice = 'Enter'): void {
	if (JSON.stringify(other.names) === JSON.stringify(first.names)) return;
	const shown = ({ part, names }: PartColumns) =>
		`${part.label} (job ${part.jobId}): ${names.join(', ').slice(0, 200)}.`;
	throw new InputError(
		`The parts of the bulk export have different columns: ${first.part.label}, and ${other.part.label}`,
		`${shown(first)} ${shown(other)} ${advice} the Expected Columns and choose On Other Columns > Use the Expected Ones.`,
	);
}
