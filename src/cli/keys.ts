import { rotateKeys } from '../platform/auth/keys/signing-keys.ts';
import { withDatabase } from './with-database.ts';

/** Generates a signing key. Tokens signed with the previous key stay valid until they expire. */
export async function rotateKeysCommand(): Promise<number> {
  await withDatabase(async (database) => {
    const { kid } = await rotateKeys(database);
    process.stdout.write(`New signing key ${kid}\n`);
  });
  return 0;
}
