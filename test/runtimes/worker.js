// workerd: one bundle, run by `workerd test`.
import * as sdk from 'social-publishing';
import { smoke } from './smoke.js';

export default {
  async test(_controller, env) {
    console.log(`RESULTS ${JSON.stringify(await smoke({ sdk, ...JSON.parse(env.SMOKE) }))}`);
  },
};
