import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import { parseBaseUrl } from './baseUrl';
import { InputError } from '../errors';
import { parseField } from '../parseField';

const credentialSchema = z
	.object({
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
	const { apiToken, ...rest } = credential;
	const token = readToken(apiToken);
	const fields = parseField(credentialSchema, rest, 'Credential');
	return {
		token,
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

/** Whatever is wrong with the token, it is not shown. */
function readToken(value: unknown): string {
	const token = typeof value === 'string' ? value.trim() : '';
	if (token === '') {
		throw new InputError(
			'API Token in the credential is empty',
			'Open the credential and enter the API Token of your account.',
		);
	}
	// It becomes part of a header, which holds nothing else.
	if (!/^[!-~]+$/.test(token)) {
		throw new InputError(
			'API Token in the credential holds a space, a line break or a special character',
			'Open the credential and copy the API Token once more.',
		);
	}
	return token;
}

/** Users copy the address with or without the path's first segment (section 4.6). */
function withoutPrefix(baseUrl: string): string {
	return baseUrl.replace(/\/notifications$/, '');
}
