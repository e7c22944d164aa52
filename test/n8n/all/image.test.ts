import { N8nApi } from '../api';
import { example } from '../exampleFiles';
import { install, NEWEST, pull } from '../installation';
import { PACKAGE, startN8n } from '../n8nProcess';
import { examples, tokenIsNowhere } from '../suites/examples';
import { smoke } from '../suites/smoke';
import { subWorkflow } from '../suites/subWorkflow';
import { sharedWorld } from '../world';

/*
 * n8n 3 comes as an image alone: N8N_IMAGE=docker.n8n.io/n8nio/n8n:next tries one, by Docker. Without it, the
 * newest n8n of npm takes the place of the image, so that these tests themselves are tried.
 */

const { N8N_IMAGE } = process.env;
const VARIABLE = 'N8N_UNVERIFIED_PACKAGES_ENABLED';
const PREVENT = 'N8N_COMMUNITY_PACKAGES_PREVENT_LOADING';

const installation = N8N_IMAGE ? pull(N8N_IMAGE) : install(NEWEST);

describe(`n8n ${installation.version}`, () => {
	const shared = sharedWorld(installation);
	describe('what most users want', () => void smoke(shared));
	describe('examples', () => void examples(shared));
	describe('sub-workflows', () => void subWorkflow(shared));

	it(`without ${VARIABLE}, n8n 3 does not load the nodes, and a run says which one is missing`, async () => {
		const settings = await shared().n8n.api.call<{ versionCli: string }>('GET', '/rest/settings');
		const isThree = Number.parseInt(settings.versionCli) >= 3;
		// An older n8n is brought to the same state by another variable.
		const env = { [VARIABLE]: undefined, ...(isThree ? {} : { [PREVENT]: 'true' }) };
		const n8n = await startN8n({ installation, env });
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
