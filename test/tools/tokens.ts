import ts from 'typescript';

/** The size of a source text: its tokens as TypeScript sees them, without comments, and the lines that they stand on. */
export function countTokens(text: string): { tokens: number; lines: number } {
	const file = ts.createSourceFile('any.ts', text, ts.ScriptTarget.Latest, true);
	const lines = new Set<number>();
	let tokens = 0;
	const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line;
	const visit = (node: ts.Node): void => {
		if (ts.isJSDoc(node)) return;
		const parts = node.getChildren(file);
		parts.forEach(visit);
		if (parts.length > 0 || node.getWidth(file) === 0) return;
		tokens += 1;
		for (let line = lineAt(node.getStart(file)); line <= lineAt(node.end); line += 1)
			lines.add(line);
	};
	visit(file);
	return { tokens, lines: lines.size };
}
