import { credentialAdvice } from '../../../../nodes/shared/credential/settings';

it('names the base URL and its port only where the credential shows it', () => {
	expect(credentialAdvice('other', 'analytics')).toMatchObject({
		address:
			'Check Analytics Base URL in the credential: analytics and notifications have different addresses.',
		port: 'Check its port too.',
	});
	const { address, port } = credentialAdvice('india', 'analytics');
	expect(address).toBe('Check Region in the credential.');
	expect(port).toBeUndefined();
});

it('names the fields of the credential for whatever may be wrong in it', () => {
	const advice = credentialAdvice('global', 'analytics');
	expect(advice.token).toMatch(/^Enter a valid API Token in the credential\. In Yalo Studio, /);
	expect(advice.permission).toContain('API Token in the credential');
	expect(advice.rateLimit).toContain('Calls per Minute in the credential');
	expect(advice.silence).toContain('Request Timeout in the credential');
	expect(advice.duration).toContain('Request Timeout in the credential');
});
