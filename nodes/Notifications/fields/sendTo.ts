import type { WorkflowExecuteMode } from 'n8n-workflow';
import { z } from 'zod';
import { choiceParam, textParam } from '../../shared/params/makeParam';
import { shownPhone } from '../message/phoneWriting';

export type SendTo = 'published' | 'everyone' | 'testPhone' | 'nobody';

/** Who receives messages in an execution: what Send To means in its mode. */
export type Recipients = 'everyone' | 'testPhone' | 'nobody';

export const sendTo = choiceParam<SendTo>(
	'Send To',
	'sendTo',
	{
		published: [
			'Everyone When Published',
			'A manual execution shows a preview, and all others send. A sub-workflow always sends.',
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
			'Who receives the messages. A sub-workflow always sends with Everyone When Published, even if a manual execution calls it.',
	},
);

export const testPhone = textParam('Test Phone', 'testPhone', z.unknown(), {
	emptyPart: 'error',
	textInError: shownPhone,
	displayOptions: { show: { sendTo: ['testPhone'] } },
	required: true,
	placeholder: 'e.g. +5511987654321',
	description: 'A test does not count for Send Once',
});

/**
 * The modes in which n8n runs the draft of a workflow that is open in the editor. `manual` is also the mode of a test
 * webhook, and of an agent's tool in the chat of the editor. `evaluation` is the mode of the Evaluations tab. This was
 * measured in n8n 2.41.1 and 1.123.0; docs/notifications.md lists all modes.
 */
const MODES_OF_THE_EDITOR: readonly string[] = ['manual', 'evaluation'];

export function recipientsOf(chosen: SendTo, mode: WorkflowExecuteMode): Recipients {
	if (chosen !== 'published') return chosen;
	return MODES_OF_THE_EDITOR.includes(mode) ? 'nobody' : 'everyone';
}

/** What to do after a preview by Everyone When Published. */
export const HOW_TO_SEND =
	'To send, publish (activate) the workflow, or choose Send To > Everyone.';
