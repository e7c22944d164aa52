import type { INodeParameters } from 'n8n-workflow';
import { definedBelow, users } from '../../../support/notificationsNode';
import { sendingForEach } from '../../../support/sendNotifications';

/* What counts for a nonce is frozen in `frozenNonces.test.ts`, and tested in `message/nonce.test.ts`. */

const { send } = sendingForEach();

it('Once a Day is an error in a time zone that does not exist, as the day is not known', async () => {
	const { error } = await send({}, users(2), { timeZone: 'GMT+2' });
	expect(error?.message).toBe('The time zone of the workflow is unknown: GMT+2');
});

describe('an expression that has another value in a later run, so that a Retry would send another message', () => {
	const GREETING = "={{ $now.hour < 12 ? 'Good morning' : 'Good afternoon' }}, {{ $json.name }}";
	const HINT = ' has another value in a later run, which would send the message again: ';
	const hintsOf = async (parameters: INodeParameters) => {
		const { error, hints } = await send(parameters, [
			{ json: { ...users(1)[0]!.json, id: 'o-1', at: '2026-11-29T09:30:00Z' } },
		]);
		expect(error?.message).toBeUndefined();
		return hints.join();
	};
	const withText = (x: string) => definedBelow({ x });

	it.each([
		withText(GREETING),
		withText("={{ $now.toFormat('HH:mm') }}"),
		withText("={{ $now.hour > 5 && $now.hour < 18 ? 'Good day' : 'Good night' }}"),
		withText("={{ ['Hi', 'Hello'][Math.floor(Math.random() * 2)] }}"),
		withText("={{ ['Hi', 'Hello'].randomItem() }}"),
		{ sendOnce: 'nonce', nonce: '={{ $json.id }}-{{ $execution.id.slice(-3) }}' },
		{ templateId: "={{ Math.random() < 0.5 ? 'other' : 'another' }}" },
		withText('=Sent {{ new Date().toLocaleTimeString() }}'),
		withText("={{ DateTime.now().toFormat('HH') }}"),
		withText('={{ Math.floor(Math.random() * 1e6) }}'),
		withText('=Run {{ $execution.id }}'),
		withText('={{ $execution.resumeUrl }}'),
		withText('={{ $json.at.toDateTime().toRelative() }}'),
		withText("={{ DateTime\n  .now({ zone: 'America/Bogota' })\n  .toFormat('HH') }}"),
		withText('=Sent {{ new Date ( ).getMinutes() }}'),
		withText("={{ $json.at.toDateTime().isInLast(3, 'hours') ? 'New' : 'Old' }}"),
		{ paramsMode: 'json', paramsJson: '={{ ({ at: Date.now() }) }}' },
		{ options: { labels: { values: [{ key: 'at', value: '={{ $now.toISO() }}' }] } } },
		{ sendOnce: 'ever', ...withText(GREETING) },
		{ sendOnce: 'ever', ...withText("={{ $today.toFormat('dd/MM') }}") },
	])('is said in a hint: %j', async (parameters) => {
		expect(await hintsOf(parameters)).toContain(HINT);
	});

	it.each([
		withText("={{ $today.toFormat('dd/MM') }}"),
		withText("={{ $now.toFormat('dd/MM') }} of {{ $json.name }}"),
		withText("={{ DateTime.fromISO($json.at).diff($today, 'days').days }}"),
		withText('={{ $json.at ?? $now.toISO() }}'),
		withText('={{ DateTime.local(2026, 1, 1).toISO() + new Date(0).getTime() }} by $now'),
		withText("={{ Math.floor(DateTime.fromISO('2030-01-01').diff($now, 'days').days) }}"),
		{ sendOnce: 'ever', ...withText('={{ $now.year }}: {{ new Date($json.at).getHours() }}') },
		{ sendOnce: 'always', ...withText(GREETING) },
		{ sendOnce: 'perId', eventId: '={{ $json.id }}', ...withText(GREETING) },
		{ sendOnce: 'perId', eventId: '={{ $json.id }}-{{ $now.toISODate() }}' },
	])('is none of these: %j', async (parameters) => {
		expect(await hintsOf(parameters)).not.toContain(HINT);
	});
});
