import { startService } from '../service/service';
import { ROWS } from './rows';

/** The simulated service, for the process that has started this one: tells it the addresses. */
export async function main(): Promise<void> {
	const service = await startService({ rows: ROWS, refusesOneIn: 0 });
	const { baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId } = service;
	process.on('message', () => service.reset());
	process.on('disconnect', () => void service.close());
	process.send?.({ baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId });
}
