import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { request } from 'undici';
import type { Service } from '../service/service';

export interface RawFile {
	jobId: string;
	/** The file as it is stored, unpacked. */
	text: string;
	/** Its rows as another reader reads them. */
	rows: string[][];
}

/** The files of all jobs so far, fetched without the nodes, and without a trace in the requests. */
export async function rawFiles(service: Service): Promise<RawFile[]> {
	const seen = service.requests.length;
	const files: RawFile[] = [];
	for (const jobId of service.jobs.keys()) {
		const { body } = await request(
			`${service.baseUrl}/dp/data-api/v1/private/analytics/bulk-copy/jobs/download-file/${jobId}`,
			{ headers: { authorization: `Bearer ${service.token}` } },
		);
		const text = gunzipSync(Buffer.from(await body.arrayBuffer())).toString();
		files.push({ jobId, text, rows: parse(text, { relax_column_count: true }) });
	}
	service.requests.length = seen;
	return files;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Rows as objects, with numbers, true and false where whole columns of all rows are such. */
export function typedRows(names: string[], rows: string[][]): Array<Record<string, unknown>> {
	const types = names.map((_, at) => {
		const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
		if (cells.length === 0) return 'none';
		const isNumber = (cell: string) =>
			NUMBER.test(cell) && cell.replace(/\D/g, '').length <= 15 && !/^-0(\.0*)?$/.test(cell);
		if (cells.every(isNumber)) return 'number';
		return cells.every((cell) => cell === 'true' || cell === 'false') ? 'boolean' : 'text';
	});
	const valueOf = (cell: string, type: string | undefined): unknown => {
		if (type === 'text' || type === 'none') return cell;
		if (cell === '') return null;
		return type === 'number' ? Number(cell) : cell === 'true';
	};
	return rows.map((row) => {
		const values = names.map((name, at) => [name, valueOf(row[at] ?? '', types[at])] as const);
		return Object.fromEntries(values);
	});
}
