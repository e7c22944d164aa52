import type {
	ExecuteWorkflowData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { PassThrough } from '../engine/PassThrough';
import { type EngineOptions, startWorkflow } from '../engine/runWorkflow';

export const WORKFLOW_ID = 'sub-workflow';

type ExecuteWorkflow = NonNullable<EngineOptions['executeWorkflow']>;
type Options = Parameters<ExecuteWorkflow>[2];

/**
 * Another workflow in the same engine, which n8n runs for a node that executes one: a trigger, and a
 * node that does `work` with each batch.
 */
export class SubWorkflow {
	/** The batches that it got. */
	readonly batches: IDataObject[][] = [];
	readonly options: Options[] = [];
	readonly ids: Array<string | undefined> = [];
	/** Batches under way at the same time, at most. */
	atOnce = 0;
	#running = 0;
	readonly #work: (rows: INodeExecutionData[], batch: number) => Promise<INodeExecutionData[]>;

	/** @param work gets the number of the batch, counted from 1 */
	constructor(
		work: (
			rows: INodeExecutionData[],
			batch: number,
		) => Promise<INodeExecutionData[]> | INodeExecutionData[] = (rows) => rows,
	) {
		this.#work = async (rows, batch) => await work(rows, batch);
	}

	get rows(): IDataObject[] {
		return this.batches.flat();
	}

	readonly execute: ExecuteWorkflow = async ({ id }, _, options): Promise<ExecuteWorkflowData> => {
		this.ids.push(id);
		this.options.push(options);
		this.#running += 1;
		this.atOnce = Math.max(this.atOnce, this.#running);
		try {
			return await this.#run(options.inputData ?? []);
		} finally {
			this.#running -= 1;
		}
	};

	async #run(inputData: INodeExecutionData[]): Promise<ExecuteWorkflowData> {
		this.batches.push(inputData.map(({ json }) => json));
		const batch = this.batches.length;
		const execution = await startWorkflow({
			nodes: [node('Trigger', TRIGGER, 0), node('Work', 'test.work', 200)],
			connections: { Trigger: { main: [[{ node: 'Work', type: 'main', index: 0 }]] } },
			nodeTypes: {
				[TRIGGER]: new PassThrough(TRIGGER),
				'test.work': workNode(async (rows) => await this.#work(rows, batch)),
			},
			credentialTypes: {},
			credentials: {},
			pinData: { Trigger: inputData },
		});
		const { data } = await execution.result;
		const executionId = `sub-${batch}`;
		const { error, runData } = data.resultData;
		if (error) {
			const { message } = error;
			throw Object.assign(new Error(message), { executionId, workflowId: WORKFLOW_ID });
		}
		return { executionId, data: runData.Work?.at(-1)?.data?.main ?? [] };
	}
}

const TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger';

const node = (name: string, type: string, x: number) => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [x, 0] as [number, number],
	parameters: {},
});

function workNode(work: (rows: INodeExecutionData[]) => Promise<INodeExecutionData[]>): INodeType {
	return {
		description: new PassThrough('test.work').description,
		async execute(this: IExecuteFunctions) {
			return [await work(this.getInputData())];
		},
	};
}
