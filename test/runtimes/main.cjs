// The same through `require`.
const sdk = require('social-publishing');

import('./smoke.js')
  .then(({ smoke }) => smoke({ sdk, ...JSON.parse(process.env.SMOKE) }))
  .then((results) => console.log(JSON.stringify(results)));
