export type Connection = { url: string; key: string };

/** Refusal of the server, with its HTTP status and error code. */
export class SandboxError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { error, message, code }: Record<string, unknown>) {
    super(String(error ?? message ?? `status ${status}`));
    this.status = status;
    this.code = String(code ?? 'unknown');
  }
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** Sends a request with the key; waits as long as a rate limit states. @throws SandboxError */
export async function request(
  { url, key }: Connection,
  path: string,
  body?: object,
): Promise<Response> {
  for (;;) {
    const response = await fetch(new URL(path, url), {
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status !== 429) throw new SandboxError(response.status, parsed(text));
    await sleep(Number(response.headers.get('retry-after') ?? 1));
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { error: text.slice(0, 300) };
  }
}

/** Calls a function of the server. */
export async function call<Answer>(
  connection: Connection,
  name: string,
  body: object,
): Promise<Answer> {
  const response = await request(connection, `/functions/v1/${name}`, body);
  return (await response.json()) as Answer;
}
