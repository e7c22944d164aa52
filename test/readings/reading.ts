import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../service/faults';
import type { ServiceOptions } from '../service/options';
import type { Readings } from '../service/readings';
import type { Endpoint } from '../service/requests';
import type { Service } from '../service/service';
import type { OperationName } from './operations';

/**
 * One way to read what the specification leaves open, and what is expected of each operation, written
 * by hand: see `OUTCOMES` of `faults/judge.ts`.
 */
export interface Reading {
	name: string;
	/** The section of the specification, if it is not the one of the group. */
	section?: string;
	readings?: Readings;
	service?: Partial<Omit<ServiceOptions, 'readings'>>;
	/** Answers on the way to the usual one. */
	faults?: Array<{ endpoint: Endpoint; fault: Fault; times?: number }>;
	/** What the user sets otherwise, in the node and in the credential. */
	parameters?: INodeParameters;
	credential?: Record<string, string | boolean>;
	/** Requests that may be refused at most. */
	maxRefused?: number;
	/** The user whose nonce the service knows from an earlier run. */
	notifiedBefore?: number;
	/** Get Result is not told which query the job was started for. */
	isQueryForgotten?: boolean;
	expected: Partial<Record<OperationName, string>>;
}

export interface Group {
	title: string;
	/** The section that leaves it open. */
	section: string;
	readings: Reading[];
}

/** The same for several operations. */
export function each(operations: OperationName[], outcome: string): Reading['expected'] {
	return Object.fromEntries(operations.map((name) => [name, outcome]));
}

export const reading = (
	name: string,
	operations: OperationName[],
	outcome: string,
	more: Partial<Reading> = {},
): Reading => ({ name, expected: each(operations, outcome), ...more });

/** The operations that call an endpoint of the analytics service. */
export const ANALYTICS: OperationName[] = [
	...(['query', 'start', 'run', 'file', 'getStatus', 'getResult'] as const),
];
export const CREATING: OperationName[] = ['start', 'run'];
export const LOOKING: OperationName[] = ['run', 'getStatus', 'getResult'];
export const DOWNLOADING: OperationName[] = ['run', 'file', 'getResult'];

/** The same answer of several endpoints. */
export function answers(
	endpoints: Endpoint[],
	fault: Fault,
	times = 1,
): Pick<Required<Reading>, 'faults'> {
	return { faults: endpoints.map((endpoint) => ({ endpoint, fault, times })) };
}

export function startFaults({ faults = [] }: Reading) {
	return (service: Service): void => {
		for (const { endpoint, fault, times } of faults) service.faults.add(endpoint, fault, times);
	};
}
