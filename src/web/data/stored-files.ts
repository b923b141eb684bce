import { refusalOf } from './call-function.ts';
import { openClient } from './client.ts';

/** Calls the file service directly, since the published client's storage part is large. */
async function askStorage(path: string, init: RequestInit): Promise<Response> {
  const { send } = await openClient();
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const answer = await send(`/storage/v1/object/${encoded}`, init);
  if (!answer.ok) throw refusalOf(answer.status, await answer.json().catch(() => null));
  return answer;
}

export const readFile = async (bucket: string, path: string): Promise<Blob> =>
  (await askStorage(`${bucket}/${path}`, {})).blob();

export async function removeFile(bucket: string, path: string): Promise<void> {
  await askStorage(bucket, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [path] }),
  });
}
