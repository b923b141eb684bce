import { refusalOf } from './call-function.ts';
import { openClient } from './client.ts';

/** Asks the file service as the published client does, whose part for files is larger than a page's other requests. */
async function askStorage(path: string, init: RequestInit): Promise<Response> {
  const { send } = await openClient();
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const answer = await send(`/storage/v1/object/${encoded}`, init);
  if (!answer.ok) throw refusalOf(answer.status, await answer.json().catch(() => null));
  return answer;
}

/** A file's bytes. */
export const readFile = async (bucket: string, path: string): Promise<Blob> =>
  (await askStorage(`${bucket}/${path}`, {})).blob();

export async function removeFile(bucket: string, path: string): Promise<void> {
  await askStorage(bucket, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [path] }),
  });
}
