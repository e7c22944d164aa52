import type { EnvelopeReading } from '../../service/readings';
import type { ServiceOptions } from '../../service/options';
import {
	ANALYTICS,
	type Group,
	inEnvelope,
	type Reading,
	reading,
	responsesOf,
	SENDING,
	withStatus,
} from '../reading';

/** Whatever the types of the envelope, there is only one thing that it can mean (2.2). */
const HARMLESS: Record<string, EnvelopeReading> = {
	'status is the text "200"': { status: '200' },
	'status is 202, HTTP too': { status: 202, httpStatus: 202 },
	'status and message are absent': { status: undefined, message: undefined },
};
/** A query that is not open to the account (1.4). */
const NOT_OPEN: Record<string, Partial<ServiceOptions>> = {
	'403 in the envelope': {},
	'403 with a text': { errorBody: 'text' },
	'HTTP 200, status 403 in the envelope': { errorsInside200: true },
};
const CUSTOMERS_ONLY = 'error: does not allow this … open to certain customers only';
const REFUSED = 'error: refused the notification … There is no template';
const MISSING =
	'error: refused the notification … Required parameters are not present … name, order_id';

const notOpen = ([name, service]: [string, Partial<ServiceOptions>]): Reading =>
	reading(name, ['query', 'start', 'run'], CUSTOMERS_ONLY, {
		service: { queryNotOpen: ['messages_by_day', 'messages_by_hour_block'], ...service },
	});

export const responses: Group = {
	title: 'Responses (2.2, 2.7, 7)',
	readings: [
		...Object.entries(HARMLESS).map(([name, envelope]) =>
			reading(name, ANALYTICS, 'works', { readings: { envelope } }),
		),
		...Object.entries(NOT_OPEN).map(notOpen),
		reading('HTTP 200, status "400" in the envelope', ANALYTICS, 'error: refused … No such thing', {
			...responsesOf(['query', 'bulkStart', 'status'], inEnvelope(null, '400', 'No such thing')),
		}),
		reading('accepted with HTTP 202', SENDING, 'works', {
			...responsesOf(['notifications'], withStatus(202, { success: true }, true)),
		}),
		reading('refused', SENDING, REFUSED, { parameters: { templateId: 'not_there' } }),
		reading('refused, as parameters are missing', SENDING, MISSING, {
			parameters: { templateId: 'order_shipped' },
		}),
	],
};
