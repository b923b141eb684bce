import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatTable } from '../../src/engines/table/format-table.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { runPython } from './python.ts';

/** Synthesizers of others, each trained once: the networks take minutes, and SDV's copula draws the same rows again. */
export const PEERS = ['GaussianCopula', 'TVAE', 'mostlyai'] as const;
export type Peer = (typeof PEERS)[number];

/** Bounds of training: SDV's own is 300 epochs; mostlyai ends where it gets no better, or after so many minutes. */
const EPOCHS = process.env.TVAE_EPOCHS ?? '100';
const MINUTES = process.env.MOSTLYAI_MINUTES ?? '10';

type Facts = { version: string; seconds: number; megabytes: number };

/** The peer with its version and the bound of its training. */
export function peerLabel(peer: Peer, { version }: Facts): string {
  if (peer === 'mostlyai') return `mostlyai ${version}, at most ${MINUTES} minutes`;
  return `SDV ${version} ${peer}${peer === 'TVAE' ? `, ${EPOCHS} epochs` : ''}`;
}

/** Writes a table as programs read it; cells must hold neither commas nor quotes. */
export function writeTable(path: string, table: Table): void {
  const { names, textColumns } = formatTable(table);
  const lines = Array.from({ length: table.rows }, (_, row) =>
    textColumns.map((cells) => cells[row] ?? '').join(','),
  );
  writeFileSync(path, gzipSync([names.join(','), ...lines, ''].join('\n'), { level: 1 }));
}

/**
 * What a peer makes of a file in a folder; a file of the same name in it is taken as it is, so that a bench that was
 * ended goes on.
 */
export async function makeByPeer(
  python: string,
  { folder, set, peer, seed }: { folder: string; set: string; peer: Peer; seed: number },
): Promise<{ path: string; facts: Facts }> {
  const path = join(folder, `${set}-${peer}-${seed}.csv.gz`);
  const note = `${path}.json`;
  if (!existsSync(note)) {
    const source = join(folder, `${set}.csv.gz`);
    const given = [peer, source, path, String(seed), EPOCHS, MINUTES];
    const [facts] = await runPython<Facts>(python, 'peers.py', given);
    writeFileSync(note, JSON.stringify(facts));
  }
  return { path, facts: JSON.parse(readFileSync(note, 'utf8')) as Facts };
}
