import { z } from 'zod';
import { parseField } from '../../../shared/parseField';
import {
	COLUMN_NAME_MODES,
	type ColumnNameMode,
	ON_DUPLICATE_NAMES,
	type OnDuplicateNames,
} from '../../bulkFile/columnNames';
import type { ItemRun } from '../operation';

const OUTPUTS = ['items', 'csvFile', 'gzipFile'] as const;

export interface OutputSettings {
	output: (typeof OUTPUTS)[number];
	binaryPropertyName: string;
	columnNames: ColumnNameMode;
	customColumnNames: string[];
	onDuplicateNames: OnDuplicateNames;
	convertTypes: boolean;
	/** Rows to read at most; undefined: all. */
	maxRows: number | undefined;
	rowsPerItem: number;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
}

const positive = z.number().int().min(1);
const customNames = z
	.union([z.string().transform((text) => text.split(',')), z.array(z.string())])
	.transform((names) =>
		names.map((name) => name.trim()).filter((name, _, all) => name !== '' || all.length > 1),
	);

const optionsSchema = z
	.object({
		columnNames: z.enum(COLUMN_NAME_MODES).default('automatic'),
		customColumnNames: customNames.default([]),
		onDuplicateNames: z.enum(ON_DUPLICATE_NAMES).default('error'),
		convertTypes: z.boolean().default(false),
		maxRows: positive.optional(),
		rowsPerItem: positive.default(1),
		maxFileSize: z.number().min(1).default(2048),
	})
	.passthrough();

/** Reads how a bulk file is to be handed on. */
export function readOutputSettings(run: ItemRun): OutputSettings {
	const { maxFileSize, maxRows, ...options } = parseField(
		optionsSchema,
		run.parameter('options', {}),
		'Options',
	);
	const output = parseField(z.enum(OUTPUTS), run.parameter('output', 'items'), 'Output');
	return {
		...options,
		output,
		maxRows,
		maxBytes: maxFileSize * 2 ** 20,
		binaryPropertyName:
			output === 'items'
				? ''
				: parseField(
						z.string().trim().min(1, 'Enter the name of a binary field, for example data'),
						run.parameter('binaryPropertyName', 'data'),
						'Put Output File in Field',
					),
	};
}
