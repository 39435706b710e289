// Node, Bun and Deno: the package as it is installed, from the application's folder.
import process from 'node:process';
import * as sdk from 'social-publishing';
import { smoke } from './smoke.js';

console.log(JSON.stringify(await smoke({ sdk, ...JSON.parse(process.env.SMOKE) })));
