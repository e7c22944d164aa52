import type { ExecuteWorkflowData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { EngineOptions } from '../engine/runWorkflow';

export const WORKFLOW_ID = 'sub-workflow';

type ExecuteWorkflow = NonNullable<EngineOptions['executeWorkflow']>;
type Rows = INodeExecutionData[];

/** A sub-workflow, which does `work` with each batch of rows. Its `execute` takes the place of n8n's executeWorkflow. */
export class SubWorkflow {
	/** The rows of each call. The first call of a run has none: it finds out whether the workflow can be run. */
	readonly batches: IDataObject[][] = [];
	/** The arguments of each call. */
	readonly calls: Array<Parameters<ExecuteWorkflow>> = [];

	/** @param work gets the rows and the number of the call, counted from 1; by default, it returns the rows */
	constructor(
		private readonly work: (rows: Rows, batch: number) => Promise<Rows> | Rows = (rows) => rows,
	) {}

	/** Those of all batches. */
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
