import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:import|export)\s[^;]*?from '(\.[^']+)'/g;

/** What each file of the sources imports, types too. */
const imports = new Map(
	globSync('{nodes,credentials}/**/*.ts').map((path) => {
		const targets = [...readFileSync(path, 'utf8').matchAll(IMPORT)];
		return [path, targets.map(([, target = '']) => `${join(dirname(path), target)}.ts`)];
	}),
);

/** A way along the imports that comes back to where it began. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
	const done = new Set<string>();
	const visit = (node: string, way: readonly string[]): string[] | undefined => {
		if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
		if (done.has(node)) return undefined;
		done.add(node);
		for (const next of graph.get(node) ?? []) {
			const circle = visit(next, [...way, node]);
			if (circle) return circle;
		}
		return undefined;
	};
	for (const node of graph.keys()) {
		const circle = visit(node, []);
		if (circle) return circle;
	}
	return undefined;
}

function folders(): Map<string, string[]> {
	const graph = new Map<string, string[]>();
	for (const [path, targets] of imports) {
		// n8n starts there, and nothing imports it.
		if (path.endsWith('.node.ts')) continue;
		const own = dirname(path);
		const others = targets.map((target) => dirname(target)).filter((folder) => folder !== own);
		graph.set(own, [...(graph.get(own) ?? []), ...others]);
	}
	return graph;
}

it('a circle is found', () => {
	const graph = new Map(['a b', 'b c', 'c b'].map((edge) => [edge[0]!, [edge[2]!]]));
	expect(circleIn(graph)).toEqual(['b', 'c', 'b']);
});

it.each([
	['files', () => imports],
	['folders', folders],
])('no %s import each other in a circle', (_, graph) => {
	expect(graph().size).toBeGreaterThan(10);
	expect(circleIn(graph())).toBeUndefined();
});
