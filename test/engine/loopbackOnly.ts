import net from 'node:net';

/*
 * Once this file is imported, only this machine can be called. Whoever calls another one gets an error, and the test
 * fails even if that error is caught.
 */

/** Names that end in `.invalid` never exist (RFC 2606), so nobody is reached by them. */
const ALLOWED = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\]|.+\.invalid)$/;
const PATCHED = Symbol.for('loopback only');

type Connect = (this: net.Socket, ...args: unknown[]) => net.Socket;
type Prototype = { connect: Connect } & { [PATCHED]?: Set<string> };
const prototype = net.Socket.prototype as unknown as Prototype;
let areAllAllowed = false;

/** The hosts that were called in vain. All test files of a process share them, as they have the same `net`. */
prototype[PATCHED] ??= refuseOthers();
const calledHosts = prototype[PATCHED];

function refuseOthers(): Set<string> {
	const called = new Set<string>();
	const { connect } = prototype;
	prototype.connect = function (...args) {
		const host = hostOf(args);
		const isAllowed = areAllAllowed || host === undefined || ALLOWED.test(host);
		if (isAllowed) return connect.apply(this, args);
		called.add(host);
		throw refused(host);
	};
	return called;
}

/**
 * @param args those of `net.connect`: options; or a path; or a port, perhaps with a host; or the list that Node itself
 * makes of them
 * @returns undefined for a socket of this machine, which has a path and no host
 */
function hostOf(args: unknown[]): string | undefined {
	const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
	if (typeof first === 'object') {
		const { path, host } = first as { path?: string | undefined; host?: string };
		return path ? undefined : (host ?? 'localhost');
	}
	const isPath = typeof first === 'string' && Number.isNaN(Number(first));
	if (isPath) return undefined;
	return typeof second === 'string' ? second : 'localhost';
}

function refused(host: string): Error {
	return new Error(`A test called ${host}: only this machine (127.0.0.1) may be called`);
}

/** For the one program that calls the real service, at the addresses that its user has chosen: `npm run check`. */
export function allowAllHosts(): void {
	areAllAllowed = true;
}

/** For tests that call other machines on purpose. @returns the hosts that were called in vain, which it forgets */
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
