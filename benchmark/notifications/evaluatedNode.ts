import type { IExecuteFunctions } from 'n8n-workflow';
import { Notifications } from '../../nodes/Notifications/Notifications.node';

/** The node as if n8n evaluated `{{ $json.phone }}` in no time. */
export class EvaluatedNode extends Notifications {
	override async execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		const getNodeParameter = (name: string, itemIndex: number, fallback: object) =>
			name === 'phone'
				? items[itemIndex]?.json.phone
				: this.getNodeParameter(name, itemIndex, fallback);
		const context = Object.create(this, {
			getNodeParameter: { value: getNodeParameter },
		}) as IExecuteFunctions;
		return await Notifications.prototype.execute.call(context);
	}
}
