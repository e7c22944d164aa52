import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { type Service, startService } from '../service/service';
import { ASSUMPTIONS } from './assumptions';
import { AS_EXPECTED, OTHERWISE } from './dialects';
import { MAX_MESSAGES } from './notificationSteps';
import { reportOf } from './report';
import { type CheckResult, startCheck, type Tested } from './runCheck';
import { PHONE, QUICK, settingsFor } from './simulated';

/* Each assumption is tested against a simulated service that behaves so, and against one that does not. */

type Simulated = (typeof AS_EXPECTED)[string];

async function checked(simulated: Simulated): Promise<CheckResult> {
	const { options, dialect = {}, callsPerMinute, limits } = simulated;
	const service = await startService({ ...options, dialect });
	try {
		const settings = settingsFor(service, callsPerMinute);
		const result = await startCheck(settings, { ...QUICK, ...limits }).result;
		checkMessages(service);
		const report = reportOf(result, settings);
		expect(settings.secrets.filter((secret) => report.includes(secret))).toEqual([]);
		return result;
	} finally {
		await service.close();
	}
}

/** Whatever the service makes of the requests, there are never more messages, and all of them to one phone. */
function checkMessages({ ledger }: Service): void {
	expect(ledger.entries.length).toBeLessThanOrEqual(MAX_MESSAGES);
	expect(ledger.phones.filter((phone) => phone !== PHONE)).toEqual([]);
}

function testedIn({ groups }: CheckResult): Map<string, Tested['result']> {
	const all = groups.flatMap(({ tested }) => tested);
	return new Map(all.map(({ assumption, result }) => [assumption.id, result]));
}

describe('as expected', () => {
	const ofDefaults = checkedOnce();

	it.each(ASSUMPTIONS)('$title', async ({ id }) => {
		const special = AS_EXPECTED[id];
		const result = special ? await checked(special) : await ofDefaults();
		expect(testedIn(result).get(id)?.outcome).toBe('asExpected');
	});

	it('nothing differs, and no setting follows', async () => {
		const { settings, cannotRun } = await ofDefaults();
		expect({ settings, cannotRun }).toEqual({ settings: [], cannotRun: undefined });
		const outcomes = [...testedIn(await ofDefaults()).values()].map(({ outcome }) => outcome);
		expect(outcomes).not.toContain('differs');
	});
});

/** The defaults of the service are as expected, so one check of them is enough. */
function checkedOnce(): () => Promise<CheckResult> {
	let result: Promise<CheckResult> | undefined;
	return async () => {
		result ??= checked({});
		return await result;
	};
}

describe('otherwise', () => {
	const dialects = Object.entries(OTHERWISE).flatMap(([id, rows]) => {
		return rows.map((row) => ({ id, ...row }));
	});

	it('each assumption has a dialect of the service in which it is otherwise', () => {
		const without = ASSUMPTIONS.filter(({ id }) => (OTHERWISE[id] ?? []).length === 0);
		expect(without.map(({ id }) => id)).toEqual([]);
	});

	it.each(dialects)('$id: the service $name', async ({ id, seen, setting, ...simulated }) => {
		const checkResult = await checked(simulated);
		const result = testedIn(checkResult).get(id);
		expect(result).toMatchObject({ outcome: 'differs' });
		const { seen: found, setting: following } = result as Extract<
			Tested['result'],
			{ outcome: 'differs' }
		>;
		expect(String(found)).toMatch(seen);
		const shown = following && `${following.place}: ${String(following.value)}`;
		expect(shown).toBe(setting);
		expect(checkResult.settings).toEqual(expect.arrayContaining(following ? [following] : []));
	});
});

it('each setting that may follow has the names that the screen shows', () => {
	const fields = [
		new ChatCommerceApi(),
		...[new Analytics(), new Notifications()].map(descriptionOf),
	];
	const labels = JSON.stringify(fields);
	const places = Object.values(OTHERWISE).flatMap((rows) => {
		return rows.flatMap(({ setting }) => setting?.replace(/:.*/, '') ?? []);
	});
	expect(places.length).toBeGreaterThan(5);
	for (const name of places.flatMap((place) => place.split(' > ').slice(1))) {
		expect(labels).toContain(`"displayName":"${name}"`);
	}
});

function descriptionOf({ description }: Analytics | Notifications): unknown {
	return description;
}
