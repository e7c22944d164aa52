export async function main(): Promise<void> {
	await Promise.reject(new Error('what went wrong'));
}
