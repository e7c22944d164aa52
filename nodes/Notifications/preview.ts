import { filledText, parametersIn } from '../shared/credential/templates';
import { listed } from '../shared/text';
import { whyPreview } from './fields/sendTo';
import type { Message } from './message/message';
import type { Preview } from './message/result';
import type { Run } from './run';
import type { Setup } from './setup';

/**
 * Shows each message as it would be sent: its user, its warnings, and its text if the credential has the text of
 * the template. The first message of each request also shows the request.
 */
export async function previewAll(run: Run, { api, context, sendTo }: Setup): Promise<void> {
	const { requests, results, yieldToEventLoop } = run;
	const reason = whyPreview(sendTo);
	for (const request of requests) {
		const text = context.templates.get(request.template)?.text;
		for (const [place, message] of request.messages.entries()) {
			await yieldToEventLoop();
			results[message.itemIndex] = {
				status: 'preview',
				reason,
				...shownMessage(message, text),
				request: place === 0 ? api.httpRequest(request) : null,
			};
		}
	}
}

function shownMessage(
	message: Message,
	text: string | undefined,
): Pick<Preview, 'preview' | 'warnings' | 'user'> {
	const { user, contentWarnings, templateWarnings } = message;
	const warnings = [...templateWarnings, ...contentWarnings];
	let preview: string | null = null;
	if (text !== undefined && text !== '') {
		preview = filledText(text, user.params);
		// All parameters of the template have a value, but a value may contain braces as well.
		const left = parametersIn(preview).params;
		if (left.length > 0) {
			warnings.push(`The text still contains a placeholder: ${listed(left)}`);
		}
	}
	return { preview, warnings: warnings.length > 0 ? warnings : null, user };
}
