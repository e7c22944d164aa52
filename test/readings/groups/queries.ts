import type { EnvelopeReading } from '../../service/readings';
import type { ServiceOptions } from '../../service/options';
import { ANALYTICS, type Group, inEnvelope, json, reading, responses } from '../reading';

/** Whatever the types of the envelope, there is only one thing that it can mean. */
const HARMLESS: Record<string, EnvelopeReading> = {
	'status is the text "200"': { status: '200' },
	'status is 206': { status: 206 },
	'status is 201, HTTP too': { status: 201, httpStatus: 201 },
	'status is 202, HTTP too': { status: 202, httpStatus: 202 },
	'status is null': { status: null },
	'status and message are absent': { status: undefined, message: undefined },
	'message is an object': { message: { code: 'OK', text: 'Success' } },
};
const NO_RECORDS = { 'data: null': { data: null, status: 200 }, 'no data': { status: 200 } };

export const envelope: Group = {
	title: 'The envelope of a success (2.2)',
	readings: [
		...Object.entries(HARMLESS).map(([name, how]) =>
			reading(name, ANALYTICS, 'works', { readings: { envelope: how } }),
		),
		reading('no records: an empty list', ['query'], 'works', { service: { rows: 0 } }),
		...Object.entries(NO_RECORDS).map(([name, body]) =>
			reading(`no records: ${name}`, ['query'], 'works', {
				service: { rows: 0 },
				...responses(['query'], json(body)),
			}),
		),
	],
};

/** A query that is not open to the account (1.4), refused in all the forms of an error. */
const NOT_OPEN: Array<[string, Partial<ServiceOptions>]> = [
	['403, in the envelope', {}],
	['403, { error }', { errorBody: 'json' }],
	['403, text', { errorBody: 'text' }],
	['403, HTML', { errorBody: 'html' }],
	['403 without a body', { errorBody: 'empty' }],
	['HTTP 200, status 403 in the envelope', { errorsInside200: true }],
];
const CUSTOMERS_ONLY = 'error: does not allow this … open to certain customers only';
const QUERIES = ['messages_by_day', 'messages_by_hour_block'];
const IN_ENVELOPE: Array<[unknown, words: string]> = [
	[400, 'refused … No such thing'],
	['400', 'refused … No such thing'],
	[404, 'No such thing'],
	[500, 'failed to process … No such thing'],
];

export const refusals: Group = {
	title: 'Refusals of the analytics service (7.6)',
	readings: [
		...NOT_OPEN.map(([name, service]) =>
			reading(name, ['query', 'start', 'run'], CUSTOMERS_ONLY, {
				service: { queryNotOpen: QUERIES, ...service },
			}),
		),
		...IN_ENVELOPE.map(([status, words]) =>
			reading(
				`HTTP 200, status ${JSON.stringify(status)} in the envelope`,
				['query', 'start', 'run', 'getStatus', 'getResult'],
				`error: ${words}`,
				responses(['query', 'bulkStart', 'status'], inEnvelope(null, status, 'No such thing')),
			),
		),
	],
};
