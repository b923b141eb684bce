import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Witness } from './witness.ts';

export async function serveWitness(
  witness: Pick<Witness, 'addCheckpoint'>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, type, body } = witness.addCheckpoint(Buffer.concat(chunks).toString());
    response.writeHead(status, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
