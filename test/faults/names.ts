import { AsyncLocalStorage } from 'node:async_hooks';
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { notFound } from '../support/noSuchHost';

/** Trouble with the name of a host: what the connection that is about to be made meets with, if anything. */
export type NameTrouble = () => 'notFound' | 'refused' | undefined;

type LookupCallback = (
	error: NodeJS.ErrnoException | null,
	address: string | LookupAddress[],
	family?: number,
) => void;
type Lookup = (name: string, options: LookupOptions, callback: LookupCallback) => void;

/** For connections to `localhost` that are made in a run with it: all else is real. */
export const troubles = new AsyncLocalStorage<NameTrouble | undefined>();
const systemLookup = dns.lookup as unknown as Lookup;

/** The service listens on the one, so that the other refuses. */
const LISTENING = { address: '127.0.0.1', family: 4 };
const REFUSING = { address: '::1', family: 6 };

const lookup: Lookup = (name, options, callback) => {
	const troubleOf = troubles.getStore();
	if (!troubleOf || name !== 'localhost') return systemLookup(name, options, callback);
	const trouble = troubleOf();
	if (trouble === 'notFound') return callback(notFound(name), '');
	const found = trouble === 'refused' ? REFUSING : LISTENING;
	if (options.all) callback(null, [found]);
	else callback(null, found.address, found.family);
};
dns.lookup = lookup as unknown as typeof dns.lookup;
