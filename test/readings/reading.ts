import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../service/faults';
import type { ServiceOptions } from '../service/options';
import type { Readings } from '../service/readings';
import type { Endpoint } from '../service/requests';
import type { OperationName } from './operations';

/** One way to read the specification, and what is expected: see `OUTCOMES` of `faults/judge.ts`. */
export interface Reading {
	name: string;
	expected: Partial<Record<OperationName, string>>;
	readings?: Readings;
	service?: Partial<Omit<ServiceOptions, 'readings'>>;
	/** Responses in place of the usual one. */
	faults?: Array<{ endpoint: Endpoint; fault: Fault; times?: number }>;
	/** What the user sets otherwise, in the node and in the credential. */
	parameters?: INodeParameters;
	credential?: Record<string, string | boolean>;
}

export interface Group {
	/** With the section of the specification. */
	title: string;
	readings: Reading[];
}

export const reading = (
	name: string,
	operations: OperationName[],
	outcome: string,
	more: Partial<Reading> = {},
): Reading => ({
	name,
	expected: Object.fromEntries(operations.map((operation) => [operation, outcome])),
	...more,
});

/** The operations that call an endpoint of the analytics service. */
export const CREATING: OperationName[] = ['start', 'run'];
export const ANALYTICS: OperationName[] = ['query', ...CREATING, 'file', 'getStatus', 'getResult'];
export const READING_STATUS: OperationName[] = ['run', 'getStatus', 'getResult'];
export const DOWNLOADING: OperationName[] = ['run', 'file', 'getResult'];
export const SENDING: OperationName[] = ['notify', 'notifyWithoutNonce'];

/** The same response of several endpoints. */
export function responsesOf(
	endpoints: Endpoint[],
	fault: Fault,
	times = Infinity,
): Pick<Required<Reading>, 'faults'> {
	return { faults: endpoints.map((endpoint) => ({ endpoint, fault, times })) };
}

export const json = (body: unknown): Fault => ({ kind: 'wrongShape', body });
export const inEnvelope = (data: unknown, status: unknown = 200, message: unknown = 'OK'): Fault =>
	json({ data, message, status });
export const withStatus = (status: number, body: unknown, apply = false): Fault => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'status', status, body: text, apply };
};
