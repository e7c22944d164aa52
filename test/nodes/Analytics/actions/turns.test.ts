import { type Turn, Turns } from '../../../../nodes/Analytics/actions/turns';

/** What has begun, in its order. */
function watched(turns: Turn[]) {
	const begun: number[] = [];
	const begin = (at: number) => void turns[at]!.begin().then(() => begun.push(at));
	return { begun, begin };
}
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

it('none begins before all are ready, and then one after the other in the order of joining', async () => {
	const turns = new Turns();
	const all = ['a', 'b', 'c'].map((key) => turns.join(key));
	const { begun, begin } = watched(all);
	begin(2);
	begin(0);
	await settled();
	expect(begun).toEqual([]);
	begin(1);
	await settled();
	expect(begun).toEqual([0]);
	all[0]!.end();
	await settled();
	expect(begun).toEqual([0, 1]);
	all[1]!.end();
	await settled();
	expect(begun).toEqual([0, 1, 2]);
});

it('one that ends without having begun holds nobody up, and nobody overtakes because of it', async () => {
	const turns = new Turns();
	const all = ['a', 'b', 'c'].map((key) => turns.join(key));
	const { begun, begin } = watched(all);
	begin(0);
	begin(2);
	all[1]!.end();
	await settled();
	expect(begun).toEqual([0]);
	all[0]!.end();
	await settled();
	expect(begun).toEqual([0, 2]);
});

it('equal keys share one turn', () => {
	const turns = new Turns();
	expect(turns.join({ jobId: '1' })).toBe(turns.join({ jobId: '1' }));
	expect(turns.join({ jobId: '2' })).not.toBe(turns.join({ jobId: '1' }));
});
