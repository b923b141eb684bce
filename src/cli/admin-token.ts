import { writeSetupToken } from '../product/access/setup-token.ts';
import { AppError } from '../shared/errors.ts';
import { readConfig } from '../start/config.ts';

/** Makes a new setup token; a running sandbox takes it at once. */
export async function rotateAdminToken(): Promise<number> {
  const config = readConfig();
  if (config.adminSetupToken !== undefined) {
    throw new AppError('conflict', 'The token comes from ADMIN_SETUP_TOKEN: change it there.');
  }
  writeSetupToken(config.dataDir);
  process.stdout.write(`A new setup token is in ${config.dataDir}/admin-setup-token\n`);
  return 0;
}
