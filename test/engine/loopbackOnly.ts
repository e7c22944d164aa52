import net from 'node:net';

/* Nothing of ours calls another machine: whoever tries gets an error, and the test fails. Import it first. */

/** Names that end in `.invalid` never exist (RFC 2606), so nobody is reached by them. */
const ALLOWED = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\]|.+\.invalid)$/;
const PATCHED = Symbol.for('loopback only');

type Connect = (this: net.Socket, ...args: unknown[]) => net.Socket;
type Prototype = { connect: Connect } & { [PATCHED]?: Set<string> };
const prototype = net.Socket.prototype as unknown as Prototype;

/** Shared by all test files of a process, which have the same `net`. */
const calledHosts = (prototype[PATCHED] ??= refuseOthers());

function refuseOthers(): Set<string> {
	const called = new Set<string>();
	const { connect } = prototype;
	prototype.connect = function (...args) {
		const host = hostOf(args);
		if (host === undefined || ALLOWED.test(host)) return connect.apply(this, args);
		called.add(host);
		throw refused(host);
	};
	return called;
}

/** As `net.connect` takes it, or has already read it; undefined for a socket of this machine. */
function hostOf([first, second]: unknown[]): string | undefined {
	const options: unknown = Array.isArray(first) ? first[0] : first;
	if (typeof options === 'string' && Number.isNaN(Number(options))) return undefined;
	if (typeof options !== 'object') return typeof second === 'string' ? second : 'localhost';
	const { path, host } = options as { path?: string | undefined; host?: string };
	return path ? undefined : (host ?? 'localhost');
}

const refused = (host: string) =>
	new Error(`A test called ${host}: only this machine (127.0.0.1) may be called`);

export function takeCalledHosts(): string[] {
	const hosts = [...calledHosts];
	calledHosts.clear();
	return hosts;
}

if (typeof afterEach === 'function') {
	afterEach(() => {
		const [host] = takeCalledHosts();
		if (host !== undefined) throw refused(host);
	});
}
