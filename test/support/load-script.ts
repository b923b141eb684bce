import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Runs a psql script: its statements, and the rows after each COPY. */
export async function loadScript(client: pg.ClientBase, script: string): Promise<void> {
  const pattern = /^(copy .* from stdin);\n([\s\S]*?)^\\\.\n/gm;
  let at = 0;
  for (const match of script.matchAll(pattern)) {
    await client.query(script.slice(at, match.index).replace(/^\\set .*$/gm, ''));
    const stream = client.query(copyFrom(match[1]!));
    const done = once(stream, 'finish');
    stream.end(match[2]);
    await done;
    at = match.index + match[0].length;
  }
  await client.query(script.slice(at));
}
