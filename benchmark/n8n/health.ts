import { request } from 'undici';

/** Between two questions. */
const PAUSE_MS = 20;

interface Question {
	from: number;
	to: number;
}

interface HealthCheck {
	/** @returns all questions that were answered */
	stop(): Promise<Question[]>;
}

/** Asks n8n all the time whether it is there. */
export function askHealth(url: string): HealthCheck {
	const questions: Question[] = [];
	let isOver = false;
	const asking = (async () => {
		while (!isOver) {
			const from = Date.now();
			const { body } = await request(`${url}/healthz`, { reset: true });
			await body.dump();
			questions.push({ from, to: Date.now() });
			await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		}
	})();
	return {
		async stop() {
			isOver = true;
			await asking;
			return questions;
		},
	};
}
