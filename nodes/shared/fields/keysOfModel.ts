import { extractFromAICalls, FROM_AI_AUTO_GENERATED_MARKER } from 'n8n-workflow';

/*
 * With n8n's ✨ button, a model defines the value of a field, under a key that is the label of the field. All values in
 * Define Below are called "Value": the model gives one, all get it, and n8n does not object.
 */

/** The keys that ✨ has written into code. The same key may be meant where an author has written it. */
export function keysOfModel(code: string): string[] {
	if (!code.includes(FROM_AI_AUTO_GENERATED_MARKER)) return [];
	return extractFromAICalls(code).map(({ key }) => key);
}
