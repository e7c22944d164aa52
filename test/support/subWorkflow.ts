import type {
	ExecuteWorkflowData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { PassThrough } from '../engine/PassThrough';
import { type EngineOptions, startWorkflow } from '../engine/runWorkflow';

export const WORKFLOW_ID = 'sub-workflow';

type ExecuteWorkflow = NonNullable<EngineOptions['executeWorkflow']>;
type Rows = INodeExecutionData[];

const TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger';
const WORK = 'test.work';

const node = (name: string, type: string, x: number) => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [x, 0] as [number, number],
	parameters: {},
});

/**
 * Another workflow in the same engine, which n8n runs for a node that executes one: a trigger, and a
 * node that does `work` with each batch.
 */
export class SubWorkflow {
	/** The batches that it got. */
	readonly batches: IDataObject[][] = [];
	readonly options: Array<Parameters<ExecuteWorkflow>[2]> = [];
	readonly ids: Array<string | undefined> = [];
	/** Batches under way at the same time, at most. */
	atOnce = 0;
	#running = 0;

	/** @param work gets the number of the batch, counted from 1 */
	constructor(
		private readonly work: (rows: Rows, batch: number) => Promise<Rows> | Rows = (rows) => rows,
	) {}

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

	async #run(inputData: Rows): Promise<ExecuteWorkflowData> {
		const { work } = this;
		const batch = this.batches.push(inputData.map(({ json }) => json));
		const execution = await startWorkflow({
			nodes: [node('Trigger', TRIGGER, 0), node('Work', WORK, 200)],
			connections: { Trigger: { main: [[{ node: 'Work', type: 'main', index: 0 }]] } },
			nodeTypes: {
				[TRIGGER]: new PassThrough(TRIGGER),
				[WORK]: {
					description: new PassThrough(WORK).description,
					async execute(this: IExecuteFunctions) {
						return [await work(this.getInputData(), batch)];
					},
				},
			},
			credentialTypes: {},
			credentials: {},
			pinData: { Trigger: inputData },
		});
		const { error, runData } = (await execution.result).data.resultData;
		const executionId = `sub-${batch}`;
		if (!error) return { executionId, data: runData.Work?.at(-1)?.data?.main ?? [] };
		const { message } = error;
		throw Object.assign(new Error(message), { executionId, workflowId: WORKFLOW_ID });
	}
}
