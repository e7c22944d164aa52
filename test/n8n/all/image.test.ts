import { N8nApi } from '../api';
import { example } from '../exampleFiles';
import { install, NEWEST, pull } from '../installation';
import { PACKAGE, startN8n } from '../n8nProcess';
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
const VARIABLE = 'N8N_UNVERIFIED_PACKAGES_ENABLED';
const PREVENT = 'N8N_COMMUNITY_PACKAGES_PREVENT_LOADING';

const VERSION = N8N_IMAGE ?? NEWEST;
const installing = async () => await (N8N_IMAGE ? pull(N8N_IMAGE) : install(NEWEST));

describe(`n8n ${VERSION}`, () => {
	const shared = sharedWorld(VERSION, { installing });
	describe('what most users want', () => void smoke(shared));
	describe('examples', () => void examples(shared));
	describe('who receives something', () => void sendTo(shared));

	it(`without ${VARIABLE}, n8n 3 does not load the nodes, and a run says which one is missing`, async () => {
		const settings = await shared().n8n.api.call<{ versionCli: string }>('GET', '/rest/settings');
		const isThree = Number.parseInt(settings.versionCli) >= 3;
		const env: NodeJS.ProcessEnv = { [VARIABLE]: undefined };
		// An older n8n loads the nodes all the same, unless another variable prevents it.
		if (!isThree) env[PREVENT] = 'true';
		const n8n = await startN8n({ installation: await installing(), env });
		try {
			const api = new N8nApi(n8n.url);
			await api.setUpOwner();
			const workflow = await api.createWorkflow(example('02-get-rows-or-a-file.json'));
			const missing = `Unrecognized node type: ${PACKAGE}.analytics`;
			await expect(api.run(workflow)).rejects.toThrow(missing);
		} finally {
			await n8n.stop();
		}
	});

	tokenIsNowhere(shared);
});
