import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from '../terminal/arguments.ts';
import { stageProgress } from '../terminal/progress.ts';

type Query = Record<string, string>;

/** Calls of a server with an API key. Failures throw ServerError with the server's message. */
export type Server = {
  call: <Answer>(name: string, body: object | FormData) => Promise<Answer>;
  rows: <Row>(table: string, query: Query) => Promise<Row[]>;
  procedure: (name: string, body: object) => Promise<void>;
  /** Path begins with the bucket. */
  file: (path: string) => Promise<Response>;
};

class ServerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Work that the server ended without its result. */
export class NotDone extends Error {}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error, message, hint } = JSON.parse(text) as Record<string, unknown>;
    return [message ?? error ?? text, hint].filter(Boolean).join(' ');
  } catch {
    return text.slice(0, 300) || `status ${response.status}`;
  }
}

function openServer({ SANDBOX_URL: url, SANDBOX_KEY: key } = process.env): Server {
  if (!url || !URL.canParse(url)) {
    throw refused('SANDBOX_URL: expected the address of a sandbox, such as http://127.0.0.1:3000.');
  }
  if (!key) throw refused('SANDBOX_KEY: expected an API key; administrators create one at /api.');
  const request = async (path: string, body?: object): Promise<Response> => {
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(path, url), {
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    }).catch((cause: Error) => {
      throw new ServerError(503, `${url} does not answer: ${cause.cause ?? cause.message}`);
    });
    if (response.ok) return response;
    if (response.status === 429) {
      await response.body?.cancel();
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
      return request(path, body);
    }
    throw new ServerError(response.status, await messageOf(response));
  };
  return {
    call: async (name, body) => (await request(`/functions/v1/${name}`, body)).json() as never,
    rows: async (table, query) =>
      (await request(`/rest/v1/${table}?${new URLSearchParams(query)}`)).json() as never,
    procedure: async (name, body) => {
      await request(`/rest/v1/rpc/${name}`, body);
    },
    file: (path) =>
      request(`/storage/v1/object/${path.split('/').map(encodeURIComponent).join('/')}`),
  };
}

type Run = { status: string; stage: string | null; error: string | null };

/** Waits for a run. @throws NotDone if it failed or was cancelled */
export async function untilCompleted(server: Server, runId: string): Promise<void> {
  const progress = stageProgress();
  for (;;) {
    const [run] = await server.rows<Run>('runs', {
      id: `eq.${runId}`,
      select: 'status,stage,error',
    });
    if (run === undefined) throw new ServerError(404, `No run ${runId}.`);
    if (run.status === 'failed' || run.status === 'cancelled') {
      throw new NotDone(run.error ?? `The run was ${run.status}.`);
    }
    progress(run.status === 'completed' ? 'done' : (run.stage ?? run.status));
    if (run.status === 'completed') return;
    await sleep(300);
  }
}

/** Exit codes: 1 wrong input or missing right, 2 server or network, 3 not found, 4 not done. */
function exitCodeOf(error: ServerError | NotDone): number {
  if (error instanceof NotDone) return 4;
  if (error.status === 404) return 3;
  return error.status >= 500 ? 2 : 1;
}

/** Runs a command against the server of the environment; returns its exit code. */
export async function onServer(
  command: string,
  work: (server: Server) => Promise<void>,
): Promise<number> {
  try {
    await work(openServer());
    return 0;
  } catch (error) {
    if (!(error instanceof ServerError || error instanceof NotDone)) throw error;
    process.stderr.write(`sandbox ${command}: ${error.message}\n`);
    return exitCodeOf(error);
  }
}
