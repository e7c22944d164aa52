import { install, NEWEST, pull } from '../installation';
import { examples } from '../suites/examples';
import { sendTo } from '../suites/sendTo';
import { smoke } from '../suites/smoke';
import { tokenIsNowhere } from '../suites/tokenIsNowhere';
import { sharedWorld } from '../world';

/*
 * n8n 3 is published as an image only. `N8N_IMAGE=docker.n8n.io/n8nio/n8n:next` runs these tests in an image, which
 * needs Docker. Without that variable, they run in the newest n8n of npm, so that they are tried themselves.
 */

const { N8N_IMAGE } = process.env;
const VERSION = N8N_IMAGE ?? NEWEST;

describe(`n8n ${VERSION}`, () => {
	const installing = async () => await (N8N_IMAGE ? pull(N8N_IMAGE) : install(NEWEST));
	const shared = sharedWorld(VERSION, { installing });
	describe('what most users want', () => void smoke(shared));
	describe('examples', () => void examples(shared));
	describe('who receives something', () => void sendTo(shared));

	tokenIsNowhere(shared);
});
