import { writeSetupToken } from '../product/access/setup-token.ts';
import { AppError } from '../shared/errors.ts';
import { readConfig } from '../start/config.ts';

export async function rotateAdminToken(): Promise<number> {
  const config = readConfig();
  if (config.adminSetupToken !== undefined) {
    throw new AppError('conflict', 'The setup token is set by ADMIN_SETUP_TOKEN. Change it there.');
  }
  writeSetupToken(config.dataDir);
  process.stdout.write(`New setup token written to ${config.dataDir}/admin-setup-token.\n`);
  return 0;
}
