import { globSync, readFileSync } from 'node:fs';
import { ChatCommerceApi } from '../../../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { credentialFields } from '../../../../nodes/shared/credential/fields';

const FIELDS = 'nodes/shared/credential/fields.ts';

const sources = globSync('{nodes,credentials}/**/*.ts').map((path) => ({
	path,
	text: readFileSync(path, 'utf8'),
}));

it.each(credentialFields.map(({ name }) => name))('the field %s is used by the code', (name) => {
	// The file that defines a field also names it, so there only an access to its value counts.
	const users = sources.filter(({ path, text }) => {
		return new RegExp(path === FIELDS ? `\\.${name}\\b` : `\\b${name}\\b`).test(text);
	});
	expect(users).not.toEqual([]);
});

it('the credential and both nodes are found by the name of the service', () => {
	expect(new ChatCommerceApi().displayName).toContain('Yalo');
	expect(new Analytics().description.description).toContain('Yalo');
	expect(new Notifications().description.description).toContain('Yalo');
});
