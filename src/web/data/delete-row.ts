import { ServiceError, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';

/** Deletes a row by id. Throws if it no longer exists, or if policies prevented the deletion. */
export async function deleteRow(table: string, id: string, whoMay: string): Promise<void> {
  const client = await openClient();
  const gone = unwrap(await client.from(table).delete().eq('id', id).select('id'));
  if (!gone || gone.length === 0)
    throw new ServiceError(`It was already deleted, or you lack permission: ${whoMay}.`);
}
