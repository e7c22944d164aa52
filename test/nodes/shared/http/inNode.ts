import type { IExecuteFunctions } from 'n8n-workflow';
import { startProbe } from '../../../engine/behaviours/probe';

/** What a node sees of n8n's engine, with its own HTTP helper, until the tests of the file have ended. */
export function nodeContext(): () => IExecuteFunctions {
	let context: IExecuteFunctions | undefined;
	let end = () => {};
	beforeAll(async () => {
		await new Promise<void>((resolve) => {
			void startProbe(async (given) => {
				context = given;
				resolve();
				await new Promise<void>((ended) => (end = ended));
				return [];
			});
		});
	});
	afterAll(() => end());
	return () => context!;
}
