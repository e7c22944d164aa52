const WIDTH = 760;
const BAR = 18;
const ROW = 44;
const TOP = 44;

export interface Bar {
	label: string;
	/** In milliseconds. */
	value: number;
}

/** A bar chart as SVG, readable on light and dark pages. */
export function barChart(title: string, bars: Bar[]): string {
	const most = Math.max(...bars.map(({ value }) => value));
	const height = TOP + bars.length * ROW + 10;
	const rows = bars.map(({ label, value }, at) => {
		const y = TOP + at * ROW;
		const width = Math.max(2, Math.round((value / most) * (WIDTH - 140)));
		const color = label.includes('this package') ? '#0f766e' : '#94a3b8';
		return `<text x="10" y="${y + 12}">${escaped(label)}</text>
<rect x="10" y="${y + 18}" width="${width}" height="${BAR}" rx="3" fill="${color}"/>
<text x="${width + 18}" y="${y + 32}">${Math.round(value).toLocaleString('en')} ms</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" fill="#334155">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="10" y="24" font-size="16" font-weight="bold">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
