import { runInThisContext } from 'node:vm';

/*
 * Jest gives a worker half a second of real time to end once all tests have, which a busy machine does not
 * have. Nothing of it is needed then: it stops listening to Jest, and this ends it.
 */
const worker = runInThisContext('process') as NodeJS.Process;
const DONE = Symbol.for('endOfWorker');

if (process.env.JEST_WORKER_ID !== undefined && worker.send && !(DONE in worker)) {
	Object.assign(worker, { [DONE]: true });
	worker.on('removeListener', (event) => {
		if (event === 'message') worker.kill(worker.pid, 'SIGKILL');
	});
}
