import { jobState } from '../../../../nodes/Analytics/transport/jobState';

const stateOf = (Status: string, doneWords?: string[], HasError = false) =>
	jobState({ JobId: 'j', Status, HasError }, doneWords);

it.each([
	['done', 'DONE| done\n|COMPLETED|complete|SUCCESS|Succeeded|FINISHED|ready'],
	['running', '|1|ALMOST DONE|NOT_DONE|DONE_WITH_ERRORS|PENDING|CANCELABLE|INCOMPLETE'],
	['failed', 'Failed |FAIL|FAILURE|ERROR|errored|cancelled|CANCELED|ABORTED|REJECTED'],
	['failed', 'expired|TIMED_OUT|Timed out|Time-out'],
])('whole words mean %s, however they are written: %j', (state, words) => {
	expect(words.split('|').filter((word) => stateOf(word) !== state)).toEqual([]);
});

it('HasError means a failure, whatever the status', () => {
	expect([stateOf('DONE', [], true), stateOf('KO', ['KO'], true)]).toEqual(['failed', 'failed']);
});

it.each(['EXPORTED', 'DONE', 'expired'])('Done Words count besides, and first: %s', (status) => {
	expect(stateOf(status, ['Exported', 'EXPIRED'])).toBe('done');
});
