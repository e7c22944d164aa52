import {
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	NodeHelpers,
} from 'n8n-workflow';

/** A node of a workflow. */
export function nodeOf(name: string, type: string, parameters: INodeParameters = {}): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

/** The nodes that a workflow can have, by their types. */
export function nodeTypesOf(nodeTypes: Record<string, INodeType>): INodeTypes {
	const find = (type: string) => {
		const found = nodeTypes[type];
		if (!found) throw new Error(`There is no node ${type} in this engine`);
		return found;
	};
	return {
		getByName: find,
		getByNameAndVersion: (type) => NodeHelpers.getVersionedNodeType(find(type)),
		getKnownTypes: () => ({}),
	};
}
