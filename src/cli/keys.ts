import { rotateKeys } from '../platform/auth/keys/signing-keys.ts';
import { withDatabase } from './with-database.ts';

/** Makes a new signing key. Tokens of the one before stay good until they expire. */
export async function rotateKeysCommand(): Promise<number> {
  await withDatabase(async (database) => {
    const { kid } = await rotateKeys(database);
    process.stdout.write(`New signing key ${kid}\n`);
  });
  return 0;
}
