import { statSync } from 'node:fs';
import { Image } from 'node-webpmux';
import type { Page } from 'playwright-core';

/** Readers load it with the page. */
const MAX_BYTES = 1_000_000;
const QUALITY = 75;

export interface Film {
	/** Takes what the page shows now, and shows it for so long. */
	show(seconds: number): Promise<void>;
	/** @throws Error if the film is too large for a page */
	save(path: string): Promise<void>;
}

/** Makes an animated WebP of what a page shows, picture by picture. */
export async function startFilm(page: Page): Promise<Film> {
	const session = await page.context().newCDPSession(page);
	const pictures: Array<{ buffer: Buffer; delay: number }> = [];
	return {
		async show(seconds) {
			// Playwright itself takes no WebP.
			const { data } = await session.send('Page.captureScreenshot', {
				format: 'webp',
				quality: QUALITY,
			});
			pictures.push({ buffer: Buffer.from(data, 'base64'), delay: seconds * 1000 });
		},
		async save(path) {
			const { width, height } = page.viewportSize()!;
			const frames = await Promise.all(pictures.map(async (one) => await Image.generateFrame(one)));
			await Image.save(path, { width, height, frames, loops: 0 });
			const { size } = statSync(path);
			if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}`);
		},
	};
}
