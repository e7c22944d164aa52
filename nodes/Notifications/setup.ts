import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { readCredentialSettings } from '../shared/credential/settings';
import { parseTemplates } from '../shared/credential/templates';
import { InputError } from '../shared/errors';
import type { Execution } from '../shared/context';
import type { FieldReader } from '../shared/fields/fieldReader';
import { shownText } from '../shared/text';
import type { Message, Result } from './message/message';
import type { OptOuts } from './message/optOuts';
import { NotificationsApi } from './api/notificationsApi';
import { readOptOuts } from './fields/doNotSendTo';
import type { FieldsContext } from './fields/context';
import { options } from './fields/options';
import { readTestPhone } from './fields/phone';
import { type Recipients, recipientsOf, sendTo } from './fields/sendTo';

/** What is the same for all items of a run. */
export interface Setup {
	recipients: Recipients;
	/** In E.164. It is empty unless Send To is Test Phone. */
	testPhone: string;
	maxPerRun: number;
	/** Whom Do Not Send To leaves out. Undefined if the node does not have this option. */
	optOuts: OptOuts | undefined;
	api: NotificationsApi;
	context: FieldsContext;
}

/** An execution, and what it has done so far, so that an error or Stop can say what was sent. */
export interface Run extends Execution {
	/** Tells it from the other runs of the node in its execution. */
	key: string;
	/** The message of each input item that could be read, by the index of the item. */
	messages: Message[];
	/** The result of each input item, by its index. At the end, every item has one. */
	results: Result[];
	/** The messages that are sent, or shown in a preview. */
	toSend: Message[];
	/** In a preview: why a run would send nothing at all, and what to do about it. Empty if it would send. */
	obstacle: string;
}

/** Reads what is the same for all items. @throws InputError naming the field at fault */
export async function readSetup(execution: Execution): Promise<Setup> {
	const { n8n, signal, fields } = execution;
	checkNode(n8n.getNode(), fields);
	const credential = await readCredentialSettings(n8n);
	const recipients = recipientsOf(fields.read(sendTo, 0), n8n.getMode());
	return {
		recipients,
		testPhone: recipients === 'testPhone' ? readTestPhone(execution) : '',
		maxPerRun: fields.read(options.fields.maxPerRun, 0),
		optOuts: await readOptOuts(execution),
		api: new NotificationsApi({ n8n, signal, credential }),
		context: {
			fields,
			hints: execution.hints,
			credential,
			templates: parseTemplates(credential.templates),
			workflowTimeZone: n8n.getTimezone(),
			// `DateTime.now()` would use the default zone, which n8n sets to that of the workflow, and which may not exist.
			today: DateTime.fromJSDate(new Date(), { zone: n8n.getTimezone() }).toISODate(),
		},
	};
}

/** @throws InputError for an operation that there is not, as a workflow made by hand may name one; and for Retry On Fail */
function checkNode({ retryOnFail }: INode, fields: FieldReader): void {
	const operation = fields.valueOf('operation', 0);
	if (operation !== undefined && operation !== 'send') {
		const message = `There is no operation "${shownText(operation)}"`;
		throw new InputError(message, 'Choose Operation from the list.');
	}
	if (retryOnFail === true) {
		throw new InputError(
			'This node cannot be combined with Retry On Fail, which sends to all items again',
			"Turn it off in the node's Settings. The node itself tries again where nobody can be notified twice.",
		);
	}
}
