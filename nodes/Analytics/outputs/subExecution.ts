import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { raceAbort } from '../../shared/abort';
import { asError, InputError } from '../../shared/errors';
import { isObject } from '../../shared/json';
import type { ItemContext } from '../context';
import type { OutputSettings } from './settings';

const WAITS =
	'It began to wait, and the rows that follow cannot wait with it. Leave out Wait nodes of more than 65 seconds, forms, and whatever else waits for an answer.';

/**
 * Runs the sub-workflow once without rows, before a job is started, so that the user learns at once if it
 * cannot be run.
 * @throws InputError
 */
export async function checkSubWorkflow(item: ItemContext, settings: OutputSettings): Promise<void> {
	if (settings.output !== 'subWorkflow') return;
	const { n8n } = item;
	const { workflowId } = settings;
	if (n8n.getNode().retryOnFail === true) {
		throw new InputError(
			'Output > Sub-Workflow in Batches cannot be combined with Retry On Fail, which passes all rows on again',
			"Turn it off in the node's Settings, and on in the nodes of the sub-workflow.",
		);
	}
	await item.memoize({ workflowId }, async () => {
		try {
			await executeSubWorkflow(item, { workflowId, rows: [] });
		} catch (error) {
			const { message } = asError(error);
			if (!RAN_WITHOUT_ROWS.test(message)) throw cannotBeRun(message);
		}
	});
}

function cannotBeRun(message: string): InputError {
	return new InputError(
		`The sub-workflow cannot be run: ${message}`,
		'Choose the workflow from the list. It must be published, run on its own, and begin with the trigger "When Executed by Another Workflow". In that trigger, set Input data mode to "Accept all data".',
	);
}

/** n8n 1.123 throws this error after it has run a workflow without rows. */
const RAN_WITHOUT_ROWS = /reading 'data'/;

/** Runs another workflow to its end, as n8n's own node Execute Sub-workflow does. @throws its error */
export async function executeSubWorkflow(
	{ n8n, signal }: ItemContext,
	{ workflowId, rows }: { workflowId: string; rows: IDataObject[] },
): Promise<INodeExecutionData[]> {
	const { id: ownId = '' } = n8n.getWorkflow();
	const parentExecution = { executionId: n8n.getExecutionId(), workflowId: ownId };
	return await raceAbort(signal, async () => {
		try {
			const { executionId, data, waitTill } = await n8n.executeWorkflow(
				{ id: workflowId },
				rows.map((json) => ({ json })),
				undefined,
				{ parentExecution, executionMode: n8n.getMode() },
			);
			if (rows.length > 0) showInEditor(n8n, executionId, workflowId);
			if (waitTill) throw await waitsError(n8n);
			return data?.[0] ?? [];
		} catch (error) {
			const { executionId, message } = isObject(error) ? error : {};
			if (typeof executionId === 'string') showInEditor(n8n, executionId, workflowId);
			// Some versions of n8n throw an object that is no Error.
			throw error instanceof Error ? error : new Error(String(message ?? error));
		}
	});
}

/** n8n has put this execution to wait as well, and nothing would ever wake it. So this takes the wait back. */
async function waitsError(n8n: IExecuteFunctions): Promise<Error> {
	await n8n.putExecutionToWait(undefined as unknown as Date);
	return new Error(WAITS);
}

function showInEditor(n8n: IExecuteFunctions, executionId: string, workflowId: string): void {
	const { subExecutionsCount = 0 } = n8n.getExecuteData?.().metadata ?? {};
	const subExecution = { executionId, workflowId };
	n8n.setMetadata?.({ subExecution, subExecutionsCount: subExecutionsCount + 1 });
}
