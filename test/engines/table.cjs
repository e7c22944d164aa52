/* The results of `npm run test:engines` as the tables of README and docs/reliability.md. */

const TEXT = /(<!-- engines -->\n)[\s\S]*?(<!-- \/engines -->)/;

/** @param {Array<object>} results as results.json has them */
function table(results) {
	const rows = results.map(
		({ n8n, core, node, tests, faults }) =>
			`| ${n8n} (\`n8n-core\` ${core}) | ${node} | ${cell(tests)} | ${cell(faults)} |`,
	);
	return [
		'| n8n | Node.js | Tests of both nodes | Fault matrix |',
		'|---|---|---|---|',
		...rows,
		'',
	].join('\n');
}

function cell({ passed, failed }) {
	return failed === 0 ? `${passed} as expected` : `${passed} as expected, **${failed} not**`;
}

/** A document with the table between its two marks. */
function withTable(text, results) {
	if (!TEXT.test(text)) throw new Error('The marks <!-- engines --> are missing');
	return text.replace(TEXT, (_, start, end) => `${start}${table(results)}${end}`);
}

module.exports = { table, withTable };
