import { resolveTimeZone } from '../../../../nodes/Analytics/dates/timeZone';

describe('resolveTimeZone', () => {
	it("takes the workflow's zone for an empty field", () => {
		expect(resolveTimeZone('', 'Asia/Kolkata')).toBe('Asia/Kolkata');
	});

	it('takes the name of a zone', () => {
		expect(resolveTimeZone(' America/Sao_Paulo ', 'UTC')).toBe('America/Sao_Paulo');
	});

	it.each([undefined, null, '  ', 3])('refuses %p as empty', (value) => {
		expect(() => resolveTimeZone(value, 'UTC')).toThrow('Time Zone is empty');
	});

	it('refuses an unknown zone by name', () => {
		expect(() => resolveTimeZone('Mars/Olympus', 'UTC')).toThrow(
			'Time Zone is unknown: Mars/Olympus',
		);
	});
});
