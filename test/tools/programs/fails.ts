/** Its listeners would keep Node from ending with an error. */
export async function main(): Promise<void> {
	process.on('uncaughtException', () => {});
	process.on('unhandledRejection', () => {});
	await Promise.reject(new Error('what went wrong'));
}
