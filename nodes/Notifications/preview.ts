import { filledText, parametersIn } from '../shared/credential/templates';
import { listed } from '../shared/text';
import { whyPreview } from './fields/sendTo';
import type { Message } from './message/message';
import type { Preview } from './message/result';
import type { Run, Setup } from './setup';

/**
 * Shows each message as it would be sent: its user, its request, its warnings, and its text if the credential has the
 * text of the template.
 */
export async function previewAll(run: Run, { api, context, sendTo }: Setup): Promise<void> {
	const { toSend, results, hints, yieldToEventLoop } = run;
	const reason = whyPreview(sendTo);
	for (const message of toSend) {
		await yieldToEventLoop();
		const text = context.templates.get(message.template)?.text;
		if (text === undefined) hints.add(notChecked(message.template));
		results[message.itemIndex] = {
			status: 'preview',
			reason,
			...shownMessage(message, text),
			request: api.httpRequest(message),
		};
	}
}

function notChecked(template: string): string {
	return `The credential does not have the text of the template "${template.slice(0, 60)}", so its parameters were not checked, and no text is shown. To have both, add it there under Templates.`;
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
