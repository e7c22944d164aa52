import type { INode, INodeCredentialsDetails } from 'n8n-workflow';
import type { Service } from '../service/service';
import { credentialFor } from '../support/credential';
import type { N8nApi } from './api';
import type { Mailbox } from './mailbox';
import type { Postgres } from './postgres';
import type { ScriptedModel } from './scriptedModel';
import { PACKAGE } from './n8nProcess';

export interface Simulated {
	service: Service;
	mailbox?: Mailbox | undefined;
	model?: ScriptedModel | undefined;
	postgres?: Postgres | undefined;
}

export const TEMPLATES = [
	{ id: 'order_shipped', text: 'Hello {{name}}, your order {{order_id}} is on its way.' },
	{ id: 'welcome', text: 'Welcome to our shop!' },
	{ id: 'order_tracking', text: 'Hello {{name}}, follow it.' },
	{ id: 'impact_alert', text: 'On {{day}}: {{orders}} orders.' },
];

type Credentials = Record<string, INodeCredentialsDetails>;

const OF_OTHER_NODES: Record<string, string> = {
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.emailSendHitlTool': 'smtp',
	'n8n-nodes-base.postgres': 'postgres',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

export async function createCredentials(
	api: N8nApi,
	{ service, mailbox, model, postgres }: Simulated,
): Promise<Credentials> {
	const credentials: Credentials = {};
	const create = async (name: string, type: string, data: Record<string, unknown>) => {
		credentials[type] = { id: await api.saveCredential(name, type, data), name };
	};
	const templates = JSON.stringify(TEMPLATES, null, 2);
	await create('Simulated Service', 'chatCommerceApi', { ...credentialOf(service), templates });
	const host = '127.0.0.1';
	if (mailbox) {
		const secure = { secure: false, disableStartTls: true };
		const smtp = { user: '', password: '', host, port: mailbox.port, ...secure };
		await create('Simulated Mail Server', 'smtp', smtp);
	}
	if (model) {
		await create('Scripted Model', 'openAiApi', { apiKey: 'none', url: model.url, header: false });
	}
	if (postgres) {
		const { port, user } = postgres;
		const database = { host, port, database: 'postgres', user, password: '', ssl: 'disable' };
		await create('Local PostgreSQL', 'postgres', database);
	}
	return credentials;
}

/** As who imports an example chooses one. What needs a Google account is deactivated, and passes items on. */
export function withCredentials(node: INode, credentials: Credentials): INode {
	if (node.type === 'n8n-nodes-base.googleSheets') return { ...node, disabled: true };
	const type = node.type.startsWith(`${PACKAGE}.`) ? 'chatCommerceApi' : OF_OTHER_NODES[node.type];
	const credential = credentials[type ?? ''];
	if (!type || !credential) return node;
	return { ...node, credentials: { [type]: credential } };
}

export function credentialOf(service: Service) {
	return { ...credentialFor(service), callsPerMinute: 600, allowedHttpRequestDomains: 'all' };
}
