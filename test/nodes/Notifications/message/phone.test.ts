import { toE164 } from '../../../../nodes/Notifications/message/phone';
import { InputError } from '../../../../nodes/shared/errors';

/** What is wrong, and what the user can do about it. */
function refusal(value: unknown, country = ''): [string, string | undefined] {
	try {
		return [`It was taken as ${toE164(value, country)}`, undefined];
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return [error.message, error.description];
	}
}

describe('what went to another number once', () => {
	it.each([
		['a full-width plus, with a default country', '＋1 415 555 2671', 'BR', '+14155552671'],
		['a number that a spreadsheet made text', '9876543210.0', 'IN', '+919876543210'],
		['the same with two zeros', '+919876543210.00', 'US', '+919876543210'],
		['a blank behind 00', '00 91 98765 43210', 'US', '+919876543210'],
		['a blank behind 00, without a default country', '00 91 98765 43210', '', '+919876543210'],
		['00, which Brazil dials with a carrier', '0055 11 98765 4321', 'BR', '+5511987654321'],
		['a bracketed zero that is dialled at home', '+34 (0) 612 345 678', '', '+34612345678'],
		['a bracketed zero of a mobile in Italy', '+39 (0) 347 123 4567', '', '+393471234567'],
	])('%s is understood', (_, text, country, e164) => {
		expect(toE164(text, country)).toBe(e164);
	});

	it.each([
		['digits of a mobile in India that are one in Singapore', '6587654321', 'IN', '+91', '+65'],
		['the same as a number', 6587654321, 'IN', '+91', '+65'],
		['digits of Brazil that are one in France', '33987654321', 'BR', '+55', '+33'],
		['digits of China that are one in Chicago', '13123456789', 'CN', '+86', '+1'],
	])('%s are refused', (_, value, country, one, other) => {
		expect(refusal(value, country)).toEqual([
			`Phone can be read as two numbers: …${String(value).slice(-4)}`,
			`It can be a number of ${one} or of ${other}. Begin it with + and the country code. If all numbers are of one country, put it before the expression, as in ${one}{{ $json.phone }}.`,
		]);
	});

	it('digits of another country are not guessed, as a typing error looks the same', () => {
		expect(refusal('4930123456', 'US')).toEqual([
			'Phone is not a number of the default country: …3456',
			'If it is a number of +49, begin it with +. Otherwise: Check the number, and Options > Default Country.',
		]);
	});

	it('an area code is not added, nor a calling code put together', () => {
		expect(refusal('2345678', 'BS')[0]).toBe('Phone is not a possible number: …5678');
		expect(refusal('+3 (0) 74 800 12345')[0]).toBe('Phone is not a possible number: …2345');
		expect(refusal('+261 2123456')[0]).toBe('Phone is not a possible number: …3456');
	});
});

describe('common writings are understood', () => {
	it.each([
		['whatsapp:+5511987654321'],
		['WhatsApp: +55 11 98765-4321'],
		['tel:+55-11-98765-4321'],
		['(+55) 11 98765-4321'],
		['+(55) 11 98765 4321'],
		["'+5511987654321"],
		['"+55 11 98765-4321"'],
		['="+5511987654321"'],
		['=+5511987654321'],
		['“+55 11 98765-4321”.'],
		['+55 11 98765-4321,'],
		['+55 11 98765-4321 -'],
		['+55\u00a011\u202f98765\u20074321'],
		['\u202a+55 11 98765\u20114321\u202c'],
		['\ufeff+55\u00ad11\u200b98765\u20604321'],
		['+55 11 98765−4321'],
		['+55.11.98765.4321'],
		['+٥٥ ١١ ٩٨٧٦٥-٤٣٢١'],
		['+५५ ११ ९८७६५ ४३२१'],
		['＋５５（１１）９８７６５－４３２１'],
		['+𝟓𝟓 𝟏𝟏 98765 4321'],
		['00 (55) 11 98765-4321'],
		['+55 (0) 11 98765-4321'],
		['+55 [0] 11 98765-4321'],
		['(+55) (0) 11 98765-4321'],
		['00 55 (0)11 98765-4321'],
		['+55 011 98765-4321'],
		['5511987654321@c.us'],
		['+5511987654321@C.US'],
		['5511987654321:12@s.whatsapp.net'],
	])('%p', (text) => {
		expect(toE164(text, '')).toBe('+5511987654321');
		expect(toE164(text, 'BR')).toBe('+5511987654321');
		expect(toE164(text, 'US')).toBe('+5511987654321');
	});

	it.each([
		['(33) 98765-4321', 'BR', '+5533987654321'],
		['33 98765-4321', 'BR', '+5533987654321'],
		['5511987654321', 'BR', '+5511987654321'],
		['55 (11) 98765-4321', 'BR', '+5511987654321'],
		['44 (0) 20 7946 0018', 'GB', '+442079460018'],
		['+39 (0)6 6981 2345', '', '+390669812345'],
		['8 (916) 123-45-67', 'RU', '+79161234567'],
		['+7 8 916 123 45 67', '', '+79161234567'],
		['011 44 20 7946 0018', 'US', '+442079460018'],
		['0011 65 8123 4567', 'AU', '+6581234567'],
		['06.12.34.56.00', 'FR', '+33612345600'],
		['030/1234567', 'DE', '+49301234567'],
		['1 415 555 2671', 'US', '+14155552671'],
		[4155552671, 'US', '+14155552671'],
		['011 15-2345-6789', 'AR', '+5491123456789'],
		['+54 9 11 2345 6789', '', '+5491123456789'],
		['+52 1 55 1234 5678', '', '+525512345678'],
		['5215512345678@c.us', '', '+525512345678'],
		['5215512345678', 'MX', '+525512345678'],
		['55 1234 5678', 'MX', '+525512345678'],
	])('%p in %p is %s', (value, country, e164) => {
		expect(toE164(value, country)).toBe(e164);
	});
});

const AS_TEXT = 'Map the phone number as text, as it is in the source.';
const NO_EXTENSION = 'Extensions cannot receive messages. Map a number without one.';
const ONE_NUMBER =
	'Map a field with one phone number, or split it into several items before this node.';
const NO_WORDS = 'Leave out what is not part of the number, such as words.';
const EMPTY =
	'Map a field with a phone number. If it is an expression, check that it gives a value.';
const CHAT_ADDRESS = 'Only …@c.us and …@s.whatsapp.net contain a phone number.';
const CHECK_DIGITS = 'Check the country code and the digits after it.';
const BEGIN_WITH_PLUS =
	'Begin it with + and the country code (+55…), or set Options > Default Country.';

describe('what is no phone number, or was one once, is refused with the reason', () => {
	it.each<[unknown, string, string]>([
		['\u200b\ufeff', 'Phone is empty', EMPTY],
		["''", 'Phone is empty', EMPTY],
		[true, 'Phone is empty', EMPTY],
		[9876543210.5, 'Phone is not a whole number: …2105', AS_TEXT],
		[-5511987654321, 'Phone is not a whole number: …4321', AS_TEXT],
		[2 ** 53, 'Phone is not a whole number: …0992', AS_TEXT],
		[5.5e30, 'Phone is not a whole number: …5530', AS_TEXT],
		[Number.NaN, 'Phone is not a whole number: …', AS_TEXT],
		[0, 'Phone is not a whole number: …0', AS_TEXT],
		['9876543210.5', 'Phone has decimals: …2105', AS_TEXT],
		['+49 30 123456.0', 'Phone has decimals: …4560', AS_TEXT],
		...['5.51199E+12', '5,51199e12', '+5E12', '５.５１１９９Ｅ＋１２'].map(
			(text): [unknown, string, string] => [
				text,
				'Phone is in scientific notation (5.5E+12), so its last digits are lost',
				'Format the column of the spreadsheet as text, and enter the number again.',
			],
		),
		['tel:+5511987654321;ext=12', 'Phone has an extension: …2112', NO_EXTENSION],
		['+1 415 555 2671 x5', 'Phone has an extension: …6715', NO_EXTENSION],
		['+1 415 555 2671 ext. 5', 'Phone has an extension: …6715', NO_EXTENSION],
		['+55 11 3333-4444 ramal 12', 'Phone has an extension: …4412', NO_EXTENSION],
		['+1 415 555 2671 #5', 'Phone has an extension: …6715', NO_EXTENSION],
		['+5511987654321 / +5511987654322', 'Phone contains more than one number: …4322', ONE_NUMBER],
		['+5511987654321; 5511987654322', 'Phone contains more than one number: …4322', ONE_NUMBER],
		['+551198765\n4321', 'Phone contains more than one number: …4321', ONE_NUMBER],
		['9,876,543,210', 'Phone contains more than one number: …3210', ONE_NUMBER],
		['+49 30 123456/7', 'Phone contains more than one number: …4567', ONE_NUMBER],
		['+49 30 1234567/8901234', 'Phone contains more than one number: …1234', ONE_NUMBER],
		['tel:11987654321;phone-context=+55', 'Phone is not a possible number: …2155', NO_WORDS],
		['1-800-FLOWERS', 'Phone is not a possible number: …1800', NO_WORDS],
		['-5511987654321', 'Phone is not a possible number: …4321', NO_WORDS],
		[
			'+55 11 98765-432¹',
			'Phone is not a possible number: …5432',
			'Leave out what is not part of the number.',
		],
		[
			`+55${' 1'.repeat(60)}`,
			'Phone is not a possible number: …1111',
			'Map a field that contains a phone number only.',
		],
		['120363041234567890@g.us', 'Phone is not the chat address of one person', CHAT_ADDRESS],
		['5511987654321@lid', 'Phone is not the chat address of one person', CHAT_ADDRESS],
		['+0055 11 98765-4321', 'Phone is not a possible number: …4321', CHECK_DIGITS],
		['+49 34567803456789', 'Phone is not a possible number: …6789', CHECK_DIGITS],
		['+999 123 456 789', 'Phone is not a possible number: …6789', CHECK_DIGITS],
		// Australia's way to write + looks like 00 and +1 1….
		['0011 65 8123 4567', 'Phone is not a possible number: …4567', BEGIN_WITH_PLUS],
		['5511987654321', 'Phone is not a possible number: …4321', BEGIN_WITH_PLUS],
	])('%p', (value, message, description) => {
		expect(refusal(value)).toEqual([message, description]);
	});

	it('in Brazil, a number without its area code', () => {
		const advice = 'Check the number, and Options > Default Country.';
		for (const text of ['98765-4321', '8765-4321', '3333-4444']) {
			expect(refusal(text, 'BR')).toEqual([
				`Phone is not a possible number: …${text.slice(-4)}`,
				advice,
			]);
		}
	});
});

describe('a number of the right length in a range that is not known', () => {
	const advice =
		'Check the digits. If the range is new and the number is right, write whatsapp: before it (whatsapp:+55…): then only the length is checked.';

	it.each(['+55 11 8765-4321', '0055 11 58765 4321', 'tel:+5598765432'])(
		'is refused, with a way to send to it: %s',
		(text) => {
			expect(refusal(text)).toEqual([
				`Phone is not in a range that is in use: …${text.replace(/\D/g, '').slice(-4)}`,
				advice,
			]);
		},
	);

	it.each(['whatsapp:+55 11 8765-4321', '551187654321@c.us', '551187654321@s.whatsapp.net'])(
		'is taken as it is from the chat app, which knows its numbers: %s',
		(text) => {
			// Brazil's ninth digit is not invented either.
			expect(toE164(text, '')).toBe('+551187654321');
		},
	);

	it('has to be of a possible length, and to say its country, from the chat app too', () => {
		expect(refusal('whatsapp:+5511987')[0]).toBe('Phone is not a possible number: …1987');
		expect(refusal('5511987@c.us')[0]).toBe('Phone is not a possible number: …1987');
		expect(refusal('whatsapp:+55 (0) 11 8765-4321')[0]).toBe(
			'Phone is not a possible number: …4321',
		);
		expect(refusal('whatsapp:1187654321', 'BR')[0]).toBe('Phone is not a possible number: …4321');
	});
});
