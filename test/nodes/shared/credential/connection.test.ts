import { connectionOf } from '../../../../nodes/shared/credential/connection';
import { InputError } from '../../../../nodes/shared/errors';

const credential = {
	apiToken: 'secret-token-1',
	analyticsBaseUrl: 'https://user:secret@example.com',
};

it.each([
	[{ callsPerMinute: 0 }, 'Calls per Minute'],
	[{ region: 'moon' }, 'Region'],
	[{ accountId: 5 }, 'Account ID'],
	[{ apiToken: 'secret token' }, 'API Token'],
	[{ apiToken: '' }, 'API Token'],
])('of the credential %j the error names %s and shows nothing secret', (changes, field) => {
	let error: unknown;
	try {
		connectionOf({ ...credential, ...changes });
	} catch (thrown) {
		error = thrown;
	}
	expect(error).toBeInstanceOf(InputError);
	const { message, description } = error as InputError;
	expect(message).toContain(field);
	expect(`${message} ${description}`).not.toContain('secret');
});
