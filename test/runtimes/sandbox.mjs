// The packed sandbox in a process of its own. It ends when its input does.
import process from 'node:process';
import { startSandboxServer } from 'social-publishing/sandbox/server';

const { baseUrl, apiKey, sandbox, close } = await startSandboxServer({ rateLimits: false });
// For calls that end before their answer.
sandbox.inject({ path: '/usage', times: Infinity, fault: { type: 'delay', ms: 10_000 } });
console.log(JSON.stringify({ baseUrl, apiKey, socialSet: sandbox.socialSets[0] }));
process.stdin.resume().on('end', close);
