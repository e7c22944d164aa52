import { filledText, parametersIn } from '../shared/credential/templates';
import { listed } from '../shared/text';
import { whyPreview } from './fields/sendTo';
import type { Message } from './message/message';
import type { Run } from './run';
import type { Setup } from './setup';

/**
 * Shows each message as it would be sent: its user, its warnings, and its text if the credential has the text of
 * the template. The first message of each request also shows the request.
 */
export async function previewAll(run: Run, { api, context, sendTo }: Setup): Promise<void> {
	const { requests, outcomes, yieldToEventLoop } = run;
	const reason = whyPreview(sendTo);
	for (const request of requests) {
		const text = context.templates.get(request.template)?.text;
		for (const [place, message] of request.messages.entries()) {
			await yieldToEventLoop();
			const shown = { reason, ...shownMessage(message, text) };
			const fields = place === 0 ? { ...shown, request: api.httpRequest(request) } : shown;
			outcomes[message.itemIndex] = { value: { status: 'preview', message, fields } };
		}
	}
}

function shownMessage(message: Message, text: string | undefined): object {
	const { user, contentWarnings, templateWarnings } = message;
	const warnings = [...templateWarnings, ...contentWarnings];
	let preview: string | undefined;
	if (text !== undefined && text !== '') {
		preview = filledText(text, user.params);
		// All parameters of the template have a value, but a value may contain braces as well.
		const left = parametersIn(preview).params;
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
