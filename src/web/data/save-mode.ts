import { ServiceError, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { PreferredMode, Profile } from './rows.ts';
import { currentSession } from './session.ts';

/** Saves the preferred mode without changing other profile settings. */
export async function saveMode(mode: PreferredMode): Promise<Profile['settings']> {
  const session = await currentSession();
  if (!session) throw new ServiceError('Not authenticated');
  const client = await openClient();
  const profile = unwrap(
    await client
      .from('profiles')
      .select('settings')
      .eq('id', session.user.id)
      .maybeSingle<Pick<Profile, 'settings'>>(),
  );
  if (!profile) throw new ServiceError('User not found');
  const settings = { ...profile.settings, preferred_mode: mode };
  unwrap(await client.from('profiles').update({ settings }).eq('id', session.user.id));
  return settings;
}
