import { globSync, readFileSync } from 'node:fs';

const FOLDERS = 'nodes,credentials,test,benchmark';
/** Not types, which name what the parameters of exported functions are. */
const EXPORT = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;
const NAMESPACE = /^import \* as /m;
const MEMBER = /\.(\w+)/g;
const IMPORT = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from/g;
/** Programs are started, and n8n loads nodes and credentials, by file. */
const STARTED = /^main$|^(Analytics|Notifications|ChatCommerceApi)$/;

/** `{ a, type B, c as d }`: a, B, c; of `import * as x`, all that is read of anything. */
function importsOf(text: string): string[] {
	const lists = [...text.matchAll(IMPORT)].map(([, list = '']) => list.replace(/\btype /g, ''));
	const names = lists.join(',').split(',');
	const members = NAMESPACE.test(text) ? [...text.matchAll(MEMBER)] : [];
	const own = names.map((name) => name.trim().split(' ')[0]!);
	return [...own, ...members.map(([, name = '']) => name)];
}

it('nothing is exported that no other file imports', () => {
	const paths = globSync(`{${FOLDERS}}/**/*.ts`, { exclude: ['**/node_modules'] });
	const files = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
	const imported = new Set(files.flatMap(({ text }) => importsOf(text)));
	const unused = files.flatMap(({ path, text }) =>
		[...text.matchAll(EXPORT)]
			.map(([, name = '']) => name)
			.filter((name) => !imported.has(name) && !STARTED.test(name))
			.map((name) => `${path}: ${name}`),
	);
	expect(imported.size).toBeGreaterThan(0);
	expect(unused).toEqual([]);
});
