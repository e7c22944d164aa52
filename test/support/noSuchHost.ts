import dns from 'node:dns';

type Callback = (error: NodeJS.ErrnoException) => void;
type Lookup = (name: string, options: dns.LookupOptions, callback: Callback) => void;

/** What the system says of a name that does not exist, without a network, and at once. */
function notFound(name: string): NodeJS.ErrnoException {
	const error = new Error(`getaddrinfo ENOTFOUND ${name}`);
	return Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name });
}

/** To be imported: names that end in `.invalid`, which never exist (RFC 2606), are not asked for. */
const systemLookup = dns.lookup as unknown as Lookup;
const lookup: Lookup = (name, options, callback) => {
	if (!name.endsWith('.invalid')) return systemLookup(name, options, callback);
	process.nextTick(callback, notFound(name));
};
dns.lookup = lookup as unknown as typeof dns.lookup;
