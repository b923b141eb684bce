import { FunctionsClient } from '@supabase/functions-js';
import { messageOf, ServiceError } from '../lib/service-error.ts';
import { openClient, serviceUrl } from './client.ts';

/** Error code for a refusal without a message. */
export const WITHOUT_WORDS = 'without_words';

export function refusalOf(status: number, body: unknown): ServiceError {
  const { error, message, code, detail } = (body ?? {}) as Record<string, unknown>;
  // Storage puts the kind in `error` and the sentence in `message`; functions put the sentence in
  // `error`.
  const sentence = [message, error].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return new ServiceError(sentence ?? `The server answered ${status}.`, {
    status,
    detail,
    ...(sentence === undefined
      ? { code: WITHOUT_WORDS }
      : typeof code === 'string'
        ? { code }
        : {}),
  });
}

export const callFunction = async <Answer>(
  name: string,
  body: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<Answer> => (await answerOf<Answer>(name, body, headers)).data;

/** Calls a function; returns the answer with its headers. */
export async function answerOf<Answer>(
  name: string,
  body: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<{ data: Answer; headers: Headers | undefined }> {
  const { send } = await openClient();
  const functions = new FunctionsClient(serviceUrl('functions'), { customFetch: send });
  const { data, error, response } = await functions.invoke<Answer>(name, {
    body,
    ...(headers ? { headers } : {}),
  });
  if (error) {
    const { context } = error as { context?: unknown };
    if (context instanceof Response) {
      throw refusalOf(context.status, await context.json().catch(() => null));
    }
    throw new ServiceError(messageOf(context ?? error), { cause: error });
  }
  return { data: data as Answer, headers: response?.headers };
}
