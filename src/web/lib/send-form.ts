import { refusalOf } from './call-function.ts';
import { hostConfig, openClient } from './client.ts';
import { ServiceError } from './service-error.ts';

export type SendOptions = { onProgress?: (share: number) => void; signal?: AbortSignal };

/** Posts form data to the host as the client does, but telling how far it is: fetch can't say that. */
export async function sendForm<Answer>(
  path: string,
  form: FormData,
  options: SendOptions & { headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [{ publishableKey }, client] = await Promise.all([hostConfig(), openClient()]);
  const { data } = await client.auth.getSession();
  if (!data.session) throw new ServiceError('User not authenticated');
  const headers = {
    apikey: publishableKey,
    authorization: `Bearer ${data.session.access_token}`,
    ...options.headers,
  };

  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'text';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.upload.onload = () => options.onProgress?.(1);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300 && body !== null) resolve(body as Answer);
      else reject(refusalOf(request.status, body));
    };
    request.onerror = () =>
      reject(
        new ServiceError('The connection broke before the file was complete. Nothing was kept.'),
      );
    request.onabort = () => reject(new ServiceError('Upload cancelled. Nothing was kept.'));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
