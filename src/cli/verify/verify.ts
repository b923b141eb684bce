import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { DOCUMENTS } from '../../product/proof/batch-documents.ts';
import { PACK_INDEX } from '../../product/proof/evidence-pack/pack-parts.ts';
import type { LogReader } from '../../product/proof/log-files.ts';
import { CONTENTS, contentsOf } from '../contents/contents-file.ts';
import { refused } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { BROKEN, exitCodeOf, newVerdict, type Verdict } from './findings.ts';
import { contentsIn, verifyFolder } from './folder/verify-folder.ts';
import { verifyPack } from './pack/verify-pack.ts';
import { openParts } from './parts/open-parts.ts';
import type { Parts } from './parts/parts.ts';
import { readTrust, type Trust } from './trust.ts';
import { verifyBatch } from './verify-batch.ts';
import { verifyLog } from './verify-log.ts';
import { addSource, type SourceClaim } from './verify-source.ts';

const options = {
  vkey: { type: 'string' },
  witness: { type: 'string', multiple: true },
  tsa: { type: 'string' },
  since: { type: 'string' },
  source: { type: 'string' },
  opening: { type: 'string' },
  regenerate: { type: 'boolean', default: false },
  model: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

function resultOf({ broken, outside, notDone, unsigned }: Verdict): string {
  if (broken.length > 0) return 'Broken';
  if (unsigned) {
    const part = notDone.length > 0 ? 'Incomplete: not all requested checks were done. ' : '';
    return `${part}The files match their list, which nobody signed`;
  }
  const by = outside.length > 0 ? '' : ' by the operator alone';
  return notDone.length > 0
    ? `Incomplete: not all requested checks were done. The rest is proven${by}`
    : `Proven${by}`;
}

export function linesOf(verdict: Verdict): string[] {
  const { broken, outside, checked, unchecked, notDone } = verdict;
  return [
    ...broken.map(({ kind, entry, what }) => {
      const place = entry === null ? '' : ` at entry ${entry}`;
      return `BROKEN ${kind}${place}: ${what} (${BROKEN[kind]})`;
    }),
    ...checked.map((what) => `ok  ${what}`),
    ...outside.map(({ kind, name, at }) => `ok  ${kind} ${name}, ${at}.`),
    ...unchecked.map((what) => `--  ${what}`),
    ...notDone.map((what) => `NOT DONE ${what}`),
    `${resultOf(verdict)}.`,
  ];
}

/** Files of a log, in the layout they are served in, below the folder with "checkpoint". */
const readerOf = (parts: Parts): LogReader => ({
  read: async (key) => {
    const name = key.replace(/^log\//, '');
    return parts.has(name) ? parts.read(name) : null;
  },
});

type Asked = {
  /** Name of a single file with a list next to it; null for a folder or an archive. */
  only: string | null;
  trust: Trust;
  regenerate: boolean;
  model: string | null;
  source: SourceClaim | null;
};

async function verifyParts(
  parts: Parts,
  { only, trust, regenerate, model, source }: Asked,
): Promise<Verdict> {
  const verdict = newVerdict();
  if (parts.faults.length > 0) {
    for (const what of parts.faults) {
      verdict.broken.push({ kind: 'file refused', entry: null, what });
    }
    return verdict;
  }
  if (parts.has(PACK_INDEX)) {
    if (regenerate || source !== null) {
      throw refused(
        '--regenerate and --source apply only to a batch. Pass its folder in the pack.',
      );
    }
    await verifyPack(parts, trust, verdict);
  } else if (parts.has(DOCUMENTS.proof)) {
    const manifest = await verifyBatch(parts, trust, verdict);
    if (source !== null && manifest !== null) await addSource(manifest, source, verdict);
    if (regenerate && manifest !== null) {
      const { addRegenerated } = await import('./regenerate.ts');
      await addRegenerated(manifest, model, verdict);
    }
  } else if (parts.has('checkpoint')) {
    if (regenerate || source !== null)
      throw refused('--regenerate and --source apply only to a batch.');
    await verifyLog(readerOf(parts), trust, verdict);
  } else if (contentsIn(parts, only).some(parts.has)) {
    if (source !== null && !regenerate) {
      throw refused('--source applies to files of the command line only with --regenerate.');
    }
    await verifyFolder(parts, { only, regenerate, model, source: source?.path ?? null }, verdict);
  } else {
    throw refused(
      `${parts.path} contains no evidence pack (${PACK_INDEX}), batch (${DOCUMENTS.proof}), log (checkpoint) or list of files (${CONTENTS}).`,
    );
  }
  return verdict;
}

/**
 * `sandbox verify`: verifies a batch, an evidence pack, a log or files of the command line offline;
 * see `exitCodeOf`.
 */
export async function verifyCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0)
    throw refused('Expected exactly one folder or archive.');
  if (values.opening !== undefined && values.source === undefined)
    throw refused('--opening requires --source.');
  if (values.model !== undefined && !values.regenerate)
    throw refused('--model requires --regenerate.');
  const trust = readTrust(values);
  const source =
    values.source === undefined
      ? null
      : { path: values.source, openingPath: values.opening ?? null };
  const only = existsSync(contentsOf(path)) ? basename(path) : null;
  const parts = await openParts(only === null ? path : dirname(path));
  try {
    const { regenerate, model = null } = values;
    const verdict = await verifyParts(parts, { only, trust, regenerate, model, source });
    printSummary({ ...verdict, exitCode: exitCodeOf(verdict) }, values.json, linesOf);
    return exitCodeOf(verdict);
  } finally {
    parts.close();
  }
}
