import { Agent, request } from 'node:http';

/** A GET, or a POST of the body. */
export type Target = { url: string; headers: Record<string, string>; body?: string };

function ask({ url, headers, body }: Target, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(url, { agent, headers, method }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${url} answered ${answer.statusCode}`)),
      );
    });
    sent.on('error', reject).end(body);
  });
}

/** Returns milliseconds of each of `requests` reads by concurrent, waiting clients. */
export async function loadTimes(
  target: Target,
  { clients, requests }: { clients: number; requests: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  let remaining = requests;
  const client = async () => {
    while (remaining-- > 0) {
      const begun = performance.now();
      await ask(target, agent);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return times;
}

export const quantile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
