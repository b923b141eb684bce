import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDirections } from './directions.ts';

const { broken, files, looked } = checkDirections(
  join(dirname(fileURLToPath(import.meta.url)), '..'),
);
for (const line of broken) process.stdout.write(`${line}\n`);
process.stdout.write(`${looked} imports of ${files} files checked, ${broken.length} violations\n`);
process.exit(broken.length > 0 ? 1 : 0);
