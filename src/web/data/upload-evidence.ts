import { ServiceError, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { BUCKET, type Vault } from './evidence.ts';
import type { Profile } from './rows.ts';
import { sendForm } from './send-form.ts';
import { removeFile } from './stored-files.ts';

/** Returns a random id equivalent to a UUID. Browsers lack `randomUUID` on plain HTTP. */
const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

type Checked = { extension: string; type: string };

const storagePath = (folder: string, extension: string, random: string) =>
  `${folder}/${random}.${extension}`;

/** Uploads the file, then inserts its row and returns its id; removes the file if that is refused. */
export async function uploadEvidence(
  file: File,
  {
    checked,
    vault,
    onProgress,
  }: { checked: Checked; vault: Vault; onProgress: (share: number) => void },
): Promise<string> {
  const client = await openClient();
  const { data } = await client.auth.getSession();
  if (!data.session) throw new ServiceError('User not authenticated');
  const userId = data.session.user.id;
  const profile = unwrap(
    await client
      .from('profiles')
      .select('org_id')
      .eq('id', userId)
      .maybeSingle<Pick<Profile, 'org_id'>>(),
  );
  if (!profile) throw new ServiceError('User not found');
  if (vault === 'organization' && profile.org_id === null) {
    throw new ServiceError('Organization not found. Please set up your organization first.');
  }
  const path = storagePath(
    vault === 'global' ? 'global' : (profile.org_id ?? ''),
    checked.extension,
    randomId(),
  );
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', new File([file], file.name, { type: checked.type }));
  await sendForm(`/storage/v1/object/${BUCKET}/${path}`, form, {
    headers: { 'x-upsert': 'false' },
    onProgress,
  });
  try {
    const row = unwrap(
      await client
        .from('evidence_documents')
        .insert({
          filename: file.name,
          file_type: checked.type,
          file_size: file.size,
          storage_path: path,
          uploaded_by: userId,
          org_id: vault === 'global' ? null : profile.org_id,
          is_global: vault === 'global',
        })
        .select('id')
        .single<{ id: string }>(),
    );
    return row!.id;
  } catch (error) {
    // Report why the row was refused, not a failure of the removal.
    await removeFile(BUCKET, path).catch(() => {});
    throw error;
  }
}
