/** The part of node-webpmux that is used. It has no types of its own. */
declare module 'node-webpmux' {
	interface Frame {
		img: unknown;
		delay?: number;
	}

	export class Image {
		static generateFrame(options: { buffer: Buffer; delay: number }): Promise<Frame>;
		static save(
			path: string,
			options: { width: number; height: number; frames: Frame[]; loops: number },
		): Promise<void>;
	}
}
