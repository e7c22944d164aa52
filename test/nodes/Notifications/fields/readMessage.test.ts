import { sendingForEach } from '../../../support/sendNotifications';

const { refuse } = sendingForEach();

/** Fields with phones, in which an expression was left as text, or has left a trace of its failure. */
const LEFT = [
	{ what: 'an expression in Phone', parameters: { phone: '+5511987654321 {{ $json.ext }}' } },
	{ what: 'a trace in Phone', parameters: { phone: '={{ "+5511987654321 " + [][0] }}' } },
	{
		what: 'an expression in Test Phone',
		parameters: { sendTo: 'testPhone', testPhone: '+5511987654321 {{ $json.ext }}' },
	},
	{
		what: 'an expression in Do Not Send To',
		parameters: { options: { doNotSendTo: '+5521998765432, +5511987654321 {{ $json.x }}' } },
	},
];

it.each(LEFT)('the error for $what shows the last four digits at most', async ({ parameters }) => {
	const error = await refuse(parameters, [{ json: {} }]);
	const shown = `${error.message} ${error.description}`;
	expect(shown).toMatch(/contains |gave no value/);
	expect(shown).not.toMatch(/(?:\d\D{0,3}){5}/);
});
