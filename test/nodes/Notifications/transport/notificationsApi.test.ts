import { NotificationsApi } from '../../../../nodes/Notifications/transport/notificationsApi';
import type { ServiceClient } from '../../../../nodes/shared/http/client';
import { refusalOf } from '../../../../nodes/shared/http/refusal';

it('"too many" that was waited for in vain ends the run: what follows is not sent', async () => {
	// An earlier try may have been carried out.
	const tooMany = refusalOf({ status: 429, text: '' }).with({ mayBeDone: true });
	const json = jest.fn().mockRejectedValue(tooMany);
	const client = { json } as unknown as ServiceClient;
	const { signal } = new AbortController();
	const about = { client, baseUrl: 'https://example.com', intervalMs: 9e6, signal };
	const api = new NotificationsApi({ ...about, alreadySentWords: [] });
	const send = async () => {
		await api.ready();
		return await api.send({ accountId: '', flowId: '', template: '', users: [], hasNonces: true });
	};
	expect(await send()).toMatchObject({ error: { status: 429, mayBeDone: true } });
	const description = expect.stringContaining('This request was not sent') as string;
	expect(await send()).toMatchObject({ error: { status: 429, mayBeDone: false, description } });
	expect(json).toHaveBeenCalledTimes(1);
});
