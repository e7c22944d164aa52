import { exampleFiles } from '../exampleFiles';
import { NEWEST } from '../installation';
import { examples } from '../suites/examples';
import { sendTo } from '../suites/sendTo';
import { smoke } from '../suites/smoke';
import { tables } from '../suites/tables';
import { tokenIsNowhere } from '../suites/tokenIsNowhere';
import { addExamples, sharedWorld } from '../world';

/*
 * The newest n8n that npm has, with the defaults of n8n 3.0. It runs in queue mode, where most of them make a difference:
 * a worker runs all executions, those of the editor too.
 */

const DEFAULTS = {
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(256 * 2 ** 20),
	N8N_COMPRESSION_NODE_MAX_ZIP_ENTRIES: '1000',
	N8N_SSRF_BLOCKED_IP_RANGES: 'default,100.64.0.0/10,64:ff9b::/96,2001::/32,2002::/16',
};
/** What a user sets besides, to keep this package, and to reach what is simulated on this computer. */
const SETTINGS = {
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
};
/**
 * Findings of n8n's own report on 3.0 that say nothing about the nodes: every n8n from npm has them, or they only ask to
 * check whether an address is blocked.
 */
const KNOWN = ['docker-only', 'ssrf-default-blocked-ranges', 'workflow-import-url-removed'];

interface Report {
	report: Record<'instanceResults' | 'workflowResults', Array<{ ruleId: string }>>;
}

describe('With the defaults of n8n 3.0', () => {
	const shared = sharedWorld(NEWEST, { workers: 1, env: { ...DEFAULTS, ...SETTINGS } });
	describe('what most users want', () => void smoke(shared));
	describe('examples', () => void examples(shared));
	describe('who receives something', () => void sendTo(shared));
	describe('where rows go', () => void tables(shared));

	it("n8n's own report on 3.0 finds nothing in the examples", async () => {
		const { api } = shared.n8n;
		expect((await addExamples(shared.world)).size).toBe(exampleFiles().length);
		const path = '/rest/breaking-changes/report/refresh?version=v3';
		const { report } = await api.call<Report>('POST', path);
		expect(report.workflowResults).toEqual([]);
		const rules = report.instanceResults.map(({ ruleId }) => ruleId);
		expect(rules.filter((rule) => !KNOWN.some((known) => rule.startsWith(known)))).toEqual([]);
	});

	tokenIsNowhere(shared);
});
