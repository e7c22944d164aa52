import '../../test/engine/isolateHome';
import type { IExecuteFunctions } from 'n8n-workflow';
import { runNode } from '../../test/engine/runNode';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
const EXPR = ["={{ $('Input').all().map(i => i.json.optOut) }}", "={{ $('Input').first().json.list }}", '={{ $input.all().map(i => i.json.optOut) }}', '+5511', "={{ ['+5511'] }}", '={{ [] }}',
 '={{ $json.optOut }}', '+55, {{ $json.optOut }}', '=+55, {{ $json.optOut }}', '=+55, {{ $json.missing }}', "={{ $('Input').pairedItem().json.optOut }}", '={{ $input[`item`].json.optOut }}', "={{ $('Input').item.json.optOut }}", '={{ $input.item.json.optOut }}', "={{ $items('Input')[$runIndex].json.optOut }}", "={{ $('Input').all()[$itemIndex].json.optOut }}", "={{ $('Input').all()[$itemIndex]?.json.optOut }}", "={{ [$json.optOut] }}", "={{ $('Input').itemMatching($itemIndex).json.optOut }}", '={{ $json?.optOut ?? [] }}', '={{ $nodeInputData }}', "={{ $('Nope').all() }}", "={{ $json.missing }}", "={{ $('Input').all().map(i => i.json.nope) }}", "={{ $position }}", "={{ $json.isOut ? $json.phone : '' }}", "={{ $('Input').last().json.list }}","=x{{ $json.missing }}y{{ $input.item.json.missing }}", "={{ ($json.optOut || '') + '+5511' }}", "={{ $json.list?.[0] ?? '+5511' }}"];
export async function main() {
 for (const e of EXPR) {
  let out: string[] = [];
  const node = { description: { displayName: 'N', name: 'n', group: ['output'], version: 1, description: '', defaults: { name: 'N' }, inputs: ['main'], outputs: ['main'], properties: [{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [{ displayName: 'D', name: 'doNotSendTo', type: 'string', default: '' }] }] },
   async execute(this: IExecuteFunctions) { for (const at of [0, 1, 2]) { try { out.push(JSON.stringify(this.getNodeParameter('options.doNotSendTo', at, '\0absent')) ?? 'undefined'); } catch (x) { out.push(`THROWS ${(x as Error).message}`); } } return [[]]; } } as any;
  await runNode({ node, parameters: { options: { doNotSendTo: e } }, credentialType: new ChatCommerceApi(), credential: {} as any, items: [{ json: { optOut: '+1', list: ['a'] } }, { json: { optOut: '+2', list: ['a'] } }] });
  console.log(e.padEnd(62), '=>', out.join(' | '));
 }
}
