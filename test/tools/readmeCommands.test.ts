import { readFileSync } from 'node:fs';
import { commandsToTry } from './readmeCommands';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

it('README > Try it has two commands, which .ci/run runs', () => {
	const commands = commandsToTry(readFileSync('README.md', 'utf8'));
	expect(commands).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
	expect(scripts).toHaveProperty('demo');
	expect(scripts).toHaveProperty('test');
});

it('a README without them is an error', () => {
	expect(() => commandsToTry('## Try it\n\n## Install\n')).toThrow('has 0 commands');
});
