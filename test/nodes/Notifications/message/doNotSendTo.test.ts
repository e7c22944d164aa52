import { blockedPhones } from '../../../../nodes/Notifications/message/doNotSendTo';
import { InputError } from '../../../../nodes/shared/errors';

/* Options > Do Not Send To, of all items. */

const ANA = '+5511910000001';
const ZOE = '+491712345678';

it.each<[string, unknown[], string[]]>([
	['texts', ['(11) 91000-0001;', ` ${ZOE}\n${ANA}, ,`], [ANA, ZOE]],
	['lists and a number', [[ZOE, '', null], 5511910000001], [ANA, ZOE]],
	['a chat address without the ninth digit', ['551110000001@c.us'], ['+551110000001', ANA]],
	['nobody', ['', ' ,; ', undefined, null, [], [''], [undefined]], []],
])('blocks %s', (_, lists, phones) => {
	const inBrazil = lists.map((list) => [list, 'BR'] as const);
	expect([...blockedPhones(inBrazil)].toSorted()).toEqual(phones.toSorted());
});

const NO_LIST =
	'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.';
const NO_FIELD = 'Check the name of the field in its expression.';
const NO_PHONE = expect.stringContaining('Default Country') as string;

it.each<[unknown, string, string]>([
	[{}, 'is not a list of phones', NO_LIST],
	[true, 'is not a list of phones', NO_LIST],
	[['', ' ', null], 'has 3 values, and all are empty', NO_FIELD],
	['12', 'contains an invalid phone number: …12', NO_PHONE],
	[[12], 'contains an invalid phone number: …12', NO_PHONE],
	[[{}], 'contains an invalid phone number: an object', 'Map a field with one phone number.'],
])('%j is an error that says what to change', (list, problem, description) => {
	const message = `Options > Do Not Send To ${problem}`;
	const check = () => blockedPhones([ANA, list].map((each) => [each, 'BR']));
	expect(check).toThrow(InputError);
	expect(check).toThrow(expect.objectContaining({ message, description }) as Error);
});
