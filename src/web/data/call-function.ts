import { FunctionsClient } from '@supabase/functions-js';
import { messageOf, ServiceError } from '../lib/service-error.ts';
import { openClient, serviceUrl } from './client.ts';

/** The code of a refusal that came without a message. */
export const WITHOUT_WORDS = 'without_words';

/** The message of a function's refusal: its JSON says it, else its status does. */
export function refusalOf(status: number, body: unknown): ServiceError {
  const { error, message, code, detail } = (body ?? {}) as Record<string, unknown>;
  // Storage names the kind in `error` and says the sentence in `message`; functions say it in `error`.
  const said = [message, error].find((one): one is string => typeof one === 'string' && one !== '');
  return new ServiceError(said ?? `The server answered ${status}.`, {
    status,
    detail,
    ...(said === undefined ? { code: WITHOUT_WORDS } : typeof code === 'string' ? { code } : {}),
  });
}

/** Calls a function by its name. Throws its message where it refuses. */
export async function callFunction<Answer>(
  name: string,
  body: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<Answer> {
  const { send } = await openClient();
  const functions = new FunctionsClient(serviceUrl('functions'), { customFetch: send });
  const { data, error } = await functions.invoke<Answer>(name, {
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
  return data as Answer;
}
