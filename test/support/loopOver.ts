import type {
	ExecutionError,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	ISourceData,
	OnError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { CREDENTIALS } from '../engine/credentials';
import { nodeOf } from '../engine/nodes';
import { PassThrough } from '../engine/PassThrough';
import { startWorkflow } from '../engine/runWorkflow';
import type { Service } from '../service/service';
import { credentialFor } from './credential';

const TRIGGER = 'n8n-nodes-base.manualTrigger';
const LOOP = 'test.loop';
export const NOTIFY = 'n8n-nodes-chat-commerce.notifications';
export const TOOL = `${NOTIFY}Tool`;

/** As Loop Over Items with Batch Size 1: the second output has the next item, which is still paired with one before the loop. */
class Loop implements INodeType {
	description = {
		...new PassThrough('test.loop').description,
		outputs: ['main' as const, 'main' as const],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const context = this.getContext('node');
		const left = (context.left as Item[] | undefined) ?? [...this.getInputData().entries()];
		const next = left.shift();
		context.left = left;
		context.source ??= this.getInputSourceData();
		if (!next) return [[{ json: {} }], []];
		const [item, { json }] = next;
		const sourceOverwrite = context.source as ISourceData;
		return [[], [{ json, pairedItem: { item, sourceOverwrite } }]];
	}
}

type Item = [index: number, item: INodeExecutionData];

interface LoopRun {
	/** What the node has given in all of its runs. */
	items: INodeExecutionData[];
	/** With which the execution ended, if it did not go on to its end. */
	error: ExecutionError | undefined;
}

interface Settings {
	type?: string;
	onError?: OnError;
	mode?: WorkflowExecuteMode;
}

/** Runs Send many times in one execution, with one item each time. */
export async function loopOver(
	service: Service,
	items: INodeExecutionData[],
	parameters: INodeParameters,
	{ type = NOTIFY, onError = 'stopWorkflow', mode = 'manual' }: Settings = {},
): Promise<LoopRun> {
	const usual = { templateId: 'welcome', phone: '={{ $json.phone }}', options: {}, ...parameters };
	const notify = { ...nodeOf('Notify', type, usual), credentials: CREDENTIALS, onError };
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const { result } = await startWorkflow({
		nodes: [nodeOf('Input', TRIGGER), nodeOf('Loop', LOOP), notify],
		connections: {
			Input: { main: [to('Loop')] },
			Loop: { main: [[], to('Notify')] },
			Notify: { main: [to('Loop')] },
		},
		nodeTypes: {
			[TRIGGER]: new PassThrough(TRIGGER),
			[LOOP]: new Loop(),
			[type]: new Notifications(),
		},
		credential: credentialFor(service),
		pinData: { Input: items },
		mode,
	});
	const { data } = await result;
	const runs = data.resultData.runData['Notify'] ?? [];
	return {
		items: runs.flatMap((run) => run.data?.main?.[0] ?? []),
		error: data.resultData.error,
	};
}
