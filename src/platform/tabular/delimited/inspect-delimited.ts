import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Encoding } from '../encoding/encoding.ts';
import { readAsUtf8 } from '../encoding/utf8-source.ts';
import { type Layout, readLayout } from './layout.ts';
import { type Reject, survey } from './survey.ts';

export type Inspection = Layout & {
  encoding: Encoding;
  /** Records below the header that can be read. */
  rowCount: number;
  rejectedCount: number;
  rejects: Reject[];
};

/** Reads a delimited file once, without keeping anything: how it is written, and what can't be read. */
export async function inspectDelimited(
  path: string,
  options: { header?: boolean; mostRejects?: number; signal?: AbortSignal } = {},
): Promise<Inspection> {
  const { header, mostRejects = 1000, signal } = options;
  const folder = await mkdtemp(join(tmpdir(), 'inspect-'));
  try {
    return await readAsUtf8(
      path,
      { workPath: join(folder, 'utf8.csv'), signal },
      async (source) => {
        const { skipBytes } = source;
        const layout = await readLayout(source.path, { skipBytes, header });
        const counted = await survey(source.path, {
          dialect: layout.dialect,
          columns: layout.columns.length,
          header: layout.header,
          skipBytes,
          mostRejects,
          signal,
        });
        if (counted.kind === 'not-utf8') return counted;
        const { accepted, rejectedCount, rejects } = counted;
        return { ...layout, encoding: source.encoding, rowCount: accepted, rejectedCount, rejects };
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
