import type { OperationProperty } from './tool';

/** A yellow box below Output. Without it, users who click Execute Step would wonder why nothing happens. */
export const durationNotice: OperationProperty = {
	property: {
		displayName:
			'An export usually takes one to three minutes, because the service allows 5 calls a minute.',
		name: 'durationNotice',
		type: 'notice',
		default: '',
	},
};
