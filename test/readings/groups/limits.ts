import { type Group, type Reading } from '../reading';

const LIMIT = 100_000;
const EVERYTHING = { returnAll: true };

const number = (name: string, text: string, outcome: string): Reading => ({
	name,
	section: '2.2',
	readings: { records: { fields: { total: text } } },
	expected: { query: outcome },
});

export const limits: Group = {
	title: 'Limits, and values that JSON cannot hold safely',
	section: '8.1',
	readings: [
		{
			name: 'one record less than the limit',
			service: { rows: LIMIT - 1 },
			parameters: EVERYTHING,
			expected: { query: 'works' },
		},
		{
			name: 'records beyond the limit are left out in silence',
			service: { rows: LIMIT + 1 },
			parameters: EVERYTHING,
			expected: { query: 'works, hint: bulk export' },
		},
		{
			name: 'the limit is lower than 100,000',
			service: { maxSyncRecords: 10_000 },
			parameters: EVERYTHING,
			expected: { query: 'error: 10000 … refused' },
		},
		number('an integer beyond 2^53', '9007199254740993', 'works'),
		number('an integer below -2^53', '-9007199254740993', 'works'),
		number('an integer of 40 digits', '1234567890123456789012345678901234567890', 'works'),
		number('1e400', '1e400', 'works'),
		{
			name: 'a text that is not UTF-8',
			section: '2.2',
			readings: { records: { invalidUtf8: true } },
			expected: { query: 'error: UTF-8' },
		},
	],
};
