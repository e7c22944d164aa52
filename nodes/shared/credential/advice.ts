import type { Advice } from '../http/advice';

/** Where users get a token, in the words of the service's own screens. */
export const TOKEN_PLACE = 'In Yalo Studio, make one under Admin > API Keys > New API Key.';

/** What to check if an address is wrong. @param label the base URL, a field that only Region > Other shows */
export function addressAdvice(region: string, label: string): string {
	return region === 'other'
		? `Check ${label} in the credential: analytics and notifications have different addresses.`
		: 'Check Region in the credential.';
}

/** What to do about failures whose reason may be a field of the credential. */
export function credentialAdvice(region: string, label: string): Advice {
	return {
		address: addressAdvice(region, label),
		token: `Enter a valid API Token in the credential. ${TOKEN_PLACE}`,
		permission: 'Check the API Token in the credential, and what your account may do.',
		rateLimit:
			'Lower Calls per Minute in the credential (More Settings) if other programs use the same token, or try again later.',
		refused: 'Check the fields of the node.',
		silence: 'Raise Request Timeout in the credential (More Settings).',
		duration: 'To allow more time, raise Request Timeout in the credential (More Settings).',
	};
}
