import { type INodeParameters, type INodeType, Workflow } from 'n8n-workflow';
import { nodeOf, nodeTypesOf } from '../engine/nodes';

/** The line below a node on the canvas, evaluated as the editor does. */
export function subtitleOf(nodeType: INodeType, parameters: INodeParameters): unknown {
	const { name, subtitle = '' } = nodeType.description;
	const node = nodeOf('Ours', name, parameters);
	const nodeTypes = nodeTypesOf({ [name]: nodeType });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const shown = workflow.nodes[node.name]!;
	// The workflow has added the defaults, which a node of a workflow made by hand may lack.
	shown.parameters = parameters;
	return workflow.expression.getSimpleParameterValue(shown, subtitle, 'internal', {});
}
