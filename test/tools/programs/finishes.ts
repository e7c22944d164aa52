export async function main(): Promise<void> {
	console.log(JSON.stringify(process.argv.slice(2)));
	await new Promise((resolve) => setTimeout(resolve, 1));
	process.exitCode = Number(process.argv[2] ?? 0);
}
