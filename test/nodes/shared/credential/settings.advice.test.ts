import { addressAdvice, credentialAdvice } from '../../../../nodes/shared/credential/settings';

it('names the base URL only where the credential shows it', () => {
	expect(addressAdvice('other', 'Analytics Base URL')).toBe(
		'Check Analytics Base URL in the credential: analytics and notifications have different addresses.',
	);
	expect(addressAdvice('india', 'Analytics Base URL')).toBe('Check Region in the credential.');
});

it('names the fields of the credential for whatever may be wrong in it', () => {
	const advice = credentialAdvice('global', 'Analytics Base URL');
	expect(advice.token).toMatch(/^Enter a valid API Token in the credential\. In Yalo Studio, /);
	expect(advice.permission).toContain('API Token in the credential');
	expect(advice.rateLimit).toContain('Calls per Minute in the credential');
	expect(advice.silence).toContain('Request Timeout in the credential');
	expect(advice.duration).toContain('Request Timeout in the credential');
});
