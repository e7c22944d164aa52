import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { asError } from '../../shared/errors';

/** What came of one batch. */
export interface SubExecution {
	/** Items that the workflow returned. */
	results: number;
}

const WAITS =
	'It began to wait, and the rows that follow cannot wait with it. Leave out Wait nodes of more than 65 seconds, forms, and whatever else waits for an answer.';

/**
 * Runs another workflow with rows as its items and waits for its end, as n8n's own Execute
 * Sub-workflow does. What it returns is counted, and not kept.
 *
 * @throws what it failed with
 */
export async function subExecution(
	n8n: IExecuteFunctions,
	{ workflowId, rows }: { workflowId: string; rows: IDataObject[] },
): Promise<SubExecution> {
	const parentExecution = {
		executionId: n8n.getExecutionId(),
		workflowId: n8n.getWorkflow().id ?? '',
	};
	try {
		const { executionId, data, waitTill } = await n8n.executeWorkflow(
			{ id: workflowId },
			rows.map((json) => ({ json })),
			undefined,
			{ parentExecution, executionMode: n8n.getMode() },
		);
		showInEditor(n8n, executionId, workflowId);
		if (waitTill) throw await waitsError(n8n);
		return { results: data.reduce((sum, items) => sum + (items?.length ?? 0), 0) };
	} catch (error) {
		const { executionId } = error as { executionId?: unknown };
		if (typeof executionId === 'string') showInEditor(n8n, executionId, workflowId);
		throw asError(error);
	}
}

/** n8n has put this execution to wait too, from which nothing would wake it. */
async function waitsError(n8n: IExecuteFunctions): Promise<Error> {
	await n8n.putExecutionToWait(undefined as unknown as Date);
	return new Error(WAITS);
}

/** The link to the last sub-execution, and how many there were. */
function showInEditor(n8n: IExecuteFunctions, executionId: string, workflowId: string): void {
	const { subExecutionsCount = 0 } = n8n.getExecuteData?.().metadata ?? {};
	n8n.setMetadata?.({
		subExecution: { executionId, workflowId },
		subExecutionsCount: subExecutionsCount + 1,
	});
}

const BASE64_SLICE = 1 << 16;

/** The bytes of a file that was saved; n8n keeps it on disk or elsewhere, or as text in memory. */
export async function* savedBytes(
	n8n: IExecuteFunctions,
	{ id, data }: IBinaryData,
): AsyncGenerator<Uint8Array> {
	if (id === undefined) {
		for (let at = 0; at < data.length; at += BASE64_SLICE) {
			yield Buffer.from(data.slice(at, at + BASE64_SLICE), 'base64');
		}
		return;
	}
	const stream = await n8n.helpers.getBinaryStream(id);
	try {
		yield* stream as AsyncIterable<Uint8Array>;
	} finally {
		stream.destroy();
	}
}
