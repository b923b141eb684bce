import { ServiceError } from '../lib/service-error.ts';
import { refusalOf } from './call-function.ts';
import { hostConfig, openClient } from './client.ts';

export type SendOptions = { onProgress?: (share: number) => void; signal?: AbortSignal };

/** Posts form data with upload progress, which fetch can't report. */
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
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300 && body !== null) resolve(body as Answer);
      else reject(refusalOf(request.status, body));
    };
    let sent = false;
    request.upload.onload = () => {
      sent = true;
      options.onProgress?.(1);
    };
    // Once everything is sent, the server may have stored it, even if its answer is lost.
    const outcome = () =>
      sent ? 'Check the list before you upload it again.' : 'Nothing was stored.';
    request.onerror = () =>
      reject(
        new ServiceError(
          sent
            ? `The server's response was interrupted. ${outcome()}`
            : `The connection broke before the file was complete. ${outcome()}`,
        ),
      );
    request.onabort = () => reject(new ServiceError(`Upload cancelled. ${outcome()}`));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (options.signal?.aborted) request.onabort?.(new ProgressEvent('abort'));
    else request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
