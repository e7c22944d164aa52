import {
	type IAuthenticateGeneric,
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	type Workflow,
} from 'n8n-workflow';

/**
 * Gives nodes their credentials, and authenticates requests as n8n does: by the `authenticate` of
 * the credential type, with n8n's own expressions.
 */
export class EngineCredentials extends ICredentialsHelper {
	readonly #types: Record<string, ICredentialType>;
	readonly #data: Record<string, ICredentialDataDecryptedObject>;

	constructor(
		types: Record<string, ICredentialType>,
		data: Record<string, ICredentialDataDecryptedObject>,
	) {
		super();
		this.#types = types;
		this.#data = data;
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const { properties } = this.#type(typeName).authenticate as IAuthenticateGeneric;
		if (!workflow || !node) throw new Error('A request outside of a workflow');
		const headers = { ...requestOptions.headers };
		for (const [name, value] of Object.entries(properties.headers ?? {})) {
			headers[name] = workflow.expression.getSimpleParameterValue(
				node,
				value as string,
				'internal',
				{ $credentials: credentials },
				undefined,
				'',
			);
		}
		return { ...requestOptions, headers };
	}

	override async getDecrypted(
		_: unknown,
		__: unknown,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.#data[typeName];
		if (!data) throw new Error(`There is no credential ${typeName}`);
		const defaults = this.#type(typeName).properties.map((field) => [field.name, field.default]);
		return { ...Object.fromEntries(defaults), ...data } as ICredentialDataDecryptedObject;
	}

	#type(name: string): ICredentialType {
		const type = this.#types[name];
		if (!type) throw new Error(`There is no credential type ${name}`);
		return type;
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override async preAuthentication(): Promise<undefined> {}

	override async runPreAuthentication(): Promise<undefined> {}

	override getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.#type(typeName).properties;
	}

	override getCredentials = onlyRead;
	override updateCredentials = onlyRead;
	override updateCredentialsOauthTokenData = onlyRead;
}

async function onlyRead(): Promise<never> {
	throw new Error('Credentials are only read here');
}
