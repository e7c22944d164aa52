import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import { parseBaseUrl } from './baseUrl';
import { parseField } from './parseField';

const credentialSchema = z
	.object({
		apiToken: z.string().trim().min(1, 'Enter the API Token'),
		region: z.enum(['global', 'india']).default('global'),
		accountId: z.string().default(''),
		flowId: z.string().default(''),
		callsPerMinute: z.coerce.number().int().min(1).default(5),
	})
	.passthrough();

/** The credential, checked. Base URLs come without a trailing slash. */
export interface Connection {
	token: string;
	callsPerMinute: number;
	/** Defaults of the Notifications node; empty if not given. */
	accountId: string;
	flowId: string;
	/** Each is checked when it is used, since a node needs only one of them. */
	analyticsBaseUrl(): string;
	notificationsBaseUrl(): string;
}

/** @throws InputError naming the field of the credential and the fix */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	// The token itself must not show up in an error.
	const { apiToken, ...rest } = credential;
	const fields = parseField(
		credentialSchema,
		{ ...rest, apiToken: typeof apiToken === 'string' ? apiToken : '' },
		'Credential',
	);
	return {
		token: fields.apiToken,
		callsPerMinute: fields.callsPerMinute,
		accountId: fields.accountId.trim(),
		flowId: fields.flowId.trim(),
		analyticsBaseUrl: () => parseBaseUrl(credential.analyticsBaseUrl, 'Analytics Base URL'),
		notificationsBaseUrl: () =>
			withoutPrefix(
				fields.region === 'india'
					? parseBaseUrl(credential.notificationsBaseUrlIndia, 'Notifications Base URL (India)')
					: parseBaseUrl(credential.notificationsBaseUrl, 'Notifications Base URL'),
			),
	};
}

/** Users copy the address with or without the path's first segment (section 4.6). */
function withoutPrefix(baseUrl: string): string {
	return baseUrl.replace(/\/notifications$/, '');
}
