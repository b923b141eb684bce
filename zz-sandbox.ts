import { startSandbox } from './test/support/sandbox.ts';
import { writeFileSync } from 'node:fs';
import { setUpSuperadmin, makeUser } from './test/support/users.ts';
const s = await startSandbox();
const sup = await setUpSuperadmin(s);
await makeUser(s, sup, { email: 'ada@harbor.example', password: 'ada ada ada', organization: 'Harbor' });
writeFileSync('/tmp/t7/url', s.url);
process.on('SIGTERM', async () => { await s.stop(); process.exit(0); });
setInterval(() => {}, 1000);
