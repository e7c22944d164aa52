import { BRACES, placeholderOf, type Template } from '../../shared/credential/templates';
import { isObject } from '../../shared/values';
import { asText, joinedTexts } from '../../shared/text';
import type { Params } from './message';

/**
 * What the customer reads: the text of the template with its parameters, or the parameters alone if the credential does
 * not have that text. Buttons with a link stand below, since it is what customers click.
 */
export function messageText(template: Template | undefined, params: Params): string {
	const links = linksOf(params['buttons']);
	return joinedTexts([templateText(template?.text, params, links.length > 0), ...links], '\n');
}

function templateText(text: string | undefined, params: Params, hasLinks: boolean): string {
	if (text !== undefined) {
		return text.replace(BRACES, (whole, inBraces: string) => {
			const { name } = placeholderOf(inBraces);
			const isGiven = name !== undefined && Object.hasOwn(params, name);
			return isGiven ? asText(params[name]) : whole;
		});
	}
	const fields = Object.entries(params).filter(([name]) => !(hasLinks && name === 'buttons'));
	return fields.map(([name, value]) => `${name}: ${asText(value)}`).join(', ');
}

/** "[Button 1: …/track/12345]": the template has the beginning of the link. */
function linksOf(buttons: unknown): string[] {
	if (!Array.isArray(buttons)) return [];
	return (buttons as unknown[])
		.filter(isObject)
		.flatMap(({ sub_type: type, index, parameters }) => {
			if (type !== 'url' || !Array.isArray(parameters)) return [];
			const ends = (parameters as unknown[]).filter(isObject).map(({ text }) => asText(text));
			return ends.map((end) => `[Button ${Number(index) + 1}: …${end}]`);
		});
}
