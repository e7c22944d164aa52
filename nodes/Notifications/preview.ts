import { filledText, placeholdersIn } from '../shared/credential/templates';
import { listed } from '../shared/text';
import { whyPreview } from './fields/sendTo';
import type { Message } from './message/message';
import type { Run } from './run';
import type { Settings } from './settings';

/**
 * Shows each message as it would be sent: its user, its text if the credential has the text of its
 * template, and its warnings; with the first message of each request also the request.
 */
export async function previewAll(run: Run, { api, context, sendTo }: Settings): Promise<void> {
	const { requests, outcomes, yieldToEventLoop } = run;
	const reason = whyPreview(sendTo);
	for (const request of requests) {
		const text = context.templates.get(request.template)?.text;
		for (const [place, message] of request.messages.entries()) {
			await yieldToEventLoop();
			const shown = shownMessage(message, text);
			const more = place === 0 ? { ...shown, request: api.httpRequest(request) } : shown;
			outcomes[message.itemIndex] = { status: 'preview', message, more: { reason, ...more } };
		}
	}
}

function shownMessage(message: Message, text: string | undefined): object {
	const { user, contentWarnings, templateWarnings } = message;
	const warnings = [...templateWarnings, ...contentWarnings];
	let preview: string | undefined;
	if (text !== undefined && text !== '') {
		preview = filledText(text, user.params);
		const left = placeholdersIn(preview);
		if (left.length > 0) {
			warnings.push(`The text still contains a placeholder: ${listed(left)}`);
		}
	}
	return {
		...(preview === undefined ? {} : { preview }),
		...(warnings.length === 0 ? {} : { warnings }),
		user,
	};
}
