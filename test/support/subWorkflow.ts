import type { ExecuteWorkflowData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { EngineOptions } from '../engine/runWorkflow';

export const WORKFLOW_ID = 'sub-workflow';

type ExecuteWorkflow = NonNullable<EngineOptions['executeWorkflow']>;
type Rows = INodeExecutionData[];

/** Another workflow, which does `work` with each batch, as n8n runs it for a node that executes one. */
export class SubWorkflow {
	readonly batches: IDataObject[][] = [];
	readonly calls: Array<Parameters<ExecuteWorkflow>> = [];

	/** @param work gets the number of the batch, counted from 1 */
	constructor(
		private readonly work: (rows: Rows, batch: number) => Promise<Rows> | Rows = (rows) => rows,
	) {}

	get rows(): IDataObject[] {
		return this.batches.flat();
	}

	readonly execute: ExecuteWorkflow = async (...call): Promise<ExecuteWorkflowData> => {
		this.calls.push(call);
		const [, , { inputData = [] }] = call;
		const batch = this.batches.push(inputData.map(({ json }) => json));
		const executionId = `sub-${batch}`;
		try {
			return { executionId, data: [await this.work(inputData, batch)] };
		} catch (error) {
			throw Object.assign(error as Error, { executionId, workflowId: WORKFLOW_ID });
		}
	};
}
