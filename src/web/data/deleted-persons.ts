import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { rowsOf } from './organization-deletions.ts';

/** Deleted account whose person the audit trail and the log still name. */
export type DeletedPerson = {
  id: string;
  email: string | null;
  name: string | null;
  deleted_at: string;
  legal_hold: boolean;
};

/** Numbers of rows that named an erased person. */
export type Erasure = { log_entries: number; audit_events: number; decisions: number };

export const deletedPersonsQuery = queryOptions({
  queryKey: ['users', 'deleted'],
  queryFn: () => rowsOf<DeletedPerson>('list_deleted_persons'),
});

export async function erasePerson(id: string, reason: string): Promise<Erasure> {
  const client = await openClient();
  const answer = await client.rpc('erase_person', { p_user_id: id, p_reason: reason });
  return unwrap(answer) as Erasure;
}
