import { AsyncLocalStorage } from 'node:async_hooks';
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';

/** Trouble with the name of a host, for the sockets that one cell opens. */
export interface NameTrouble {
	kind: 'notFound' | 'refused';
	/** Whether the connection that is about to be made is to be hit. */
	isDue(): boolean;
}

type LookupCallback = (
	error: NodeJS.ErrnoException | null,
	address: string | LookupAddress[],
	family?: number,
) => void;
type Lookup = (name: string, options: LookupOptions, callback: LookupCallback) => void;

const troubles = new AsyncLocalStorage<NameTrouble>();
const systemLookup = dns.lookup as unknown as Lookup;

/** The service listens on the one, so that the other refuses. */
const LISTENING = { address: '127.0.0.1', family: 4 };
const REFUSING = { address: '::1', family: 6 };

/** Runs a cell whose connections to `localhost` meet with trouble. */
export async function withNameTrouble<T>(
	trouble: NameTrouble | undefined,
	run: () => Promise<T>,
): Promise<T> {
	return trouble ? await troubles.run(trouble, run) : await run();
}

/** Which name is looked up, or where it leads, depends on the cell: all else is real. */
const lookup: Lookup = (name, options, callback) => {
	const trouble = troubles.getStore();
	if (!trouble || name !== 'localhost') return systemLookup(name, options, callback);
	const isHit = trouble.isDue();
	if (isHit && trouble.kind === 'notFound') {
		return systemLookup('does-not-exist.invalid', options, callback);
	}
	const found = isHit ? REFUSING : LISTENING;
	if (options.all) callback(null, [found]);
	else callback(null, found.address, found.family);
};
dns.lookup = lookup as unknown as typeof dns.lookup;
