import type { INode, INodeCredentialsDetails } from 'n8n-workflow';
import type { Service } from '../service/service';
import { credentialFor } from '../support/credential';
import type { N8nApi } from './api';
import type { Mailbox } from './mailbox';
import type { Postgres } from './postgres';
import type { ScriptedModel } from './scriptedModel';
import { PACKAGE } from './n8nProcess';

/** What is simulated, and needs a credential in n8n. */
export interface Simulated {
	service: Service;
	mailbox?: Mailbox | undefined;
	model?: ScriptedModel | undefined;
	postgres?: Postgres | undefined;
}

/** The templates of the examples, as they stand in the credential. */
export const TEMPLATES = `order_shipped: Hello {{name}}, your order {{order_id}} is on its way.
welcome: Welcome to our shop!
shop_news: Hello {{name}}, there is news in our shop.
order_tracking: Hello {{name}}, follow it.
impact_alert: On {{day}}: {{orders}} orders.`;

/** By the type of credential. */
type Credentials = Record<string, INodeCredentialsDetails>;

/** The type of credential that each of n8n's own nodes uses in the examples. */
const OF_OTHER_NODES: Record<string, string> = {
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.emailSendHitlTool': 'smtp',
	'n8n-nodes-base.postgres': 'postgres',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** Creates a credential in n8n for each thing that is simulated. */
export async function createCredentials(
	api: N8nApi,
	{ service, mailbox, model, postgres }: Simulated,
): Promise<Credentials> {
	const credentials: Credentials = {};
	const create = async (name: string, type: string, data: Record<string, unknown>) => {
		credentials[type] = { id: await api.saveCredential(name, type, data), name };
	};
	await create('Simulated Service', 'chatCommerceApi', {
		...credentialOf(service),
		templates: TEMPLATES,
	});
	if (mailbox) {
		await create('Simulated Mail Server', 'smtp', {
			host: '127.0.0.1',
			port: mailbox.port,
			user: '',
			password: '',
			secure: false,
			disableStartTls: true,
		});
	}
	if (model) {
		await create('Scripted Model', 'openAiApi', { apiKey: 'none', url: model.url, header: false });
	}
	if (postgres) {
		await create('Local PostgreSQL', 'postgres', {
			host: '127.0.0.1',
			port: postgres.port,
			database: 'postgres',
			user: postgres.user,
			password: '',
			ssl: 'disable',
		});
	}
	return credentials;
}

/**
 * Selects the credential of a node, as a user does after importing an example. A node that needs a Google account is
 * deactivated instead, so that it passes its items on.
 */
export function withCredentials(node: INode, credentials: Credentials): INode {
	if (node.type === 'n8n-nodes-base.googleSheets') return { ...node, disabled: true };
	const isOurs = node.type.startsWith(`${PACKAGE}.`);
	const type = isOurs ? 'chatCommerceApi' : OF_OTHER_NODES[node.type];
	if (!type) return node;
	const credential = credentials[type];
	if (!credential) return node;
	return { ...node, credentials: { [type]: credential } };
}

/** The fields of our credential, for the simulated service. */
export function credentialOf(service: Service): Record<string, unknown> {
	return { ...credentialFor(service), callsPerMinute: 600, allowedHttpRequestDomains: 'all' };
}
