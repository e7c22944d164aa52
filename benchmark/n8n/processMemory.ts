import { readFileSync, writeFileSync } from 'node:fs';

/** Resident memory of a process of Linux, in bytes. */
export function residentBytes(pid: number): number {
	return field(pid, 'VmRSS');
}

/** Highest resident memory of a process of Linux since the last reset, in bytes. */
export function peakBytes(pid: number): number {
	return field(pid, 'VmHWM');
}

export function resetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function field(pid: number, name: string): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1];
	return Number(kilobytes) * 1024;
}
