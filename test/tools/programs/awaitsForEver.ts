export async function main(): Promise<void> {
	console.log('begun');
	await new Promise(() => {});
}
