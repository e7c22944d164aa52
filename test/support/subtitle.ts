import { type INodeParameters, type INodeType, Workflow } from 'n8n-workflow';

/** The line below a node on the canvas, evaluated as the editor does. */
export function subtitleOf(nodeType: INodeType, parameters: INodeParameters): unknown {
	const node = {
		id: '1',
		name: 'Ours',
		type: nodeType.description.name,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters,
	};
	const nodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const shown = workflow.nodes[node.name]!;
	// The workflow has added the defaults, which a node of a workflow made by hand may lack.
	shown.parameters = parameters;
	const { subtitle = '' } = nodeType.description;
	return workflow.expression.getSimpleParameterValue(shown, subtitle, 'internal', {});
}
