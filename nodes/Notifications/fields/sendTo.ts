import type { WorkflowExecuteMode } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import { choiceField } from '../../shared/fields/makeField';

type SendTo = 'published' | 'everyone' | 'testPhone' | 'nobody';

/** Who receives messages in an execution: what Send To means in its mode. */
export type Recipients = 'everyone' | 'testPhone' | 'nobody';

export const sendTo = choiceField<SendTo>(
	'Send To',
	'sendTo',
	{
		published: [
			'Everyone When Published',
			'A manual execution shows a preview, and all others send. A sub-workflow and a retry always send.',
		],
		everyone: ['Everyone', 'The phone of each item, also in a manual execution'],
		testPhone: [
			'Test Phone',
			'Your own phone gets the first 3 items of an execution, and nobody else gets anything',
		],
		nobody: [
			'Nobody (Preview)',
			'Shows the text and the warnings of each message, and sends nothing',
		],
	},
	{
		noDataExpression: true,
		default: 'published',
		builderHint: {
			propertyHint:
				"Keep 'published', which shows a preview in the editor and sends once the workflow is published; never choose 'everyone' to make a test pass, because it notifies real customers, but 'testPhone', which sends only to the field testPhone, or 'nobody', which shows a preview.",
		},
		description:
			'Who receives the messages. With Everyone When Published, a sub-workflow and a retry always send, even those of a manual execution.',
	},
);

/** How many items of an execution are sent to Test Phone. */
export const MAX_TESTS = 3;

/**
 * What *Everyone When Published* means in each mode of n8n. The editor runs the draft that is open in it as `manual`: so
 * it runs a test webhook, and an agent's tool in its chat. `evaluation` is the Evaluations tab.
 * docs/notifications.md says what runs in the others. Whether n8n says that the workflow is published (`getWorkflow().active`)
 * cannot count: in queue mode, a worker says so of none.
 */
const RECIPIENTS_IN_MODE: Partial<Record<WorkflowExecuteMode, Recipients>> = {
	manual: 'nobody',
	evaluation: 'nobody',
	trigger: 'everyone',
	webhook: 'everyone',
	chat: 'everyone',
	error: 'everyone',
	integrated: 'everyone',
	retry: 'everyone',
	cli: 'everyone',
};

/**
 * Who receives messages in an execution of this mode.
 * @throws InputError in a mode that n8n uses for tests as well as for what is published, such as that of its own agents
 */
export function recipientsOf(chosen: SendTo, mode: WorkflowExecuteMode): Recipients {
	if (chosen !== 'published') return chosen;
	const recipients = RECIPIENTS_IN_MODE[mode];
	if (recipients !== undefined) return recipients;
	// All of it is the message, because n8n's agents show no description.
	throw new InputError(
		'n8n does not say whether this is a test. Choose Nobody (Preview) to try it, and Everyone once it may send.',
		'Send To is Everyone When Published, which needs to know that.',
	);
}

/** What to do after a preview by Everyone When Published. It is true before the workflow is published, and afterwards. */
export const HOW_TO_SEND =
	'To send, publish the workflow (in n8n 1, switch it to Active), and let its trigger start it: an execution by hand only shows this preview.';
