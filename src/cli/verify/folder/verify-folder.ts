import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { isWholeContents, type SealedContents } from '../../../engines/provenance/contents.ts';
import { contentsOf, isContents } from '../../contents/contents-file.ts';
import type { Verdict } from '../findings.ts';
import type { Parts } from '../parts/parts.ts';
import { makeAgain } from './make-again.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sealedContents = z.strictObject({
  format: z.literal('sandbox-contents/1'),
  command: z.strictObject({ name: z.string(), arguments: z.array(z.string()) }),
  engine: z.string(),
  inputs: z.array(z.strictObject({ role: z.string(), sha256 })),
  files: z.array(
    z.strictObject({
      name: z.string().refine((name) => !name.startsWith('/') && !name.split('/').includes('..')),
      bytes: z.int().nonnegative(),
      sha256,
    }),
  ),
  sha256,
});

const UNSIGNED =
  'Nobody signed this list: it shows changes by accident, not by someone who also rewrites it. A batch of a sandbox adds an entry of the log with person and time, a signature, measured reports and approvals.';

async function readContents(parts: Parts, name: string): Promise<SealedContents | string> {
  try {
    const contents = sealedContents.parse(JSON.parse((await parts.read(name)).toString('utf8')));
    return isWholeContents(contents) ? contents : `${name} does not match its own hash.`;
  } catch {
    return `${name} is not a valid list of files.`;
  }
}

export type AgainOptions = { regenerate: boolean; model: string | null; source: string | null };

/** Returns the lists in a folder; those of other files if the path is one of them. */
export const contentsIn = (parts: Parts, only: string | null): string[] =>
  only === null ? parts.names().filter(isContents).sort() : [contentsOf(only)];

async function checkList(
  parts: Parts,
  { name, contents }: { name: string; contents: SealedContents },
  verdict: Verdict,
): Promise<void> {
  const folder = dirname(name) === '.' ? '' : `${dirname(name)}/`;
  for (const file of contents.files) {
    const path = `${folder}${file.name}`;
    const broken = (kind: 'file missing' | 'file changed', what: string) =>
      verdict.broken.push({ kind, entry: null, what });
    if (!parts.has(path)) broken('file missing', `${path} is missing.`);
    else if ((await parts.sha256(path)) !== file.sha256) {
      broken('file changed', `${path} does not match the SHA-256 in ${name}.`);
    }
  }
  const { command } = contents;
  const words = ['sandbox', command.name, ...command.arguments].join(' ');
  verdict.checked.push(`${contents.files.length} file(s) by ${name}, written by ${words}.`);
}

/** Compares files with the lists that the command line wrote; `only` names a single file. */
export async function verifyFolder(
  parts: Parts,
  { only, ...again }: AgainOptions & { only: string | null },
  verdict: Verdict,
): Promise<void> {
  verdict.unsigned = true;
  const listed = new Set<string>();
  for (const name of contentsIn(parts, only && basename(only))) {
    const contents = await readContents(parts, name);
    if (typeof contents === 'string') {
      verdict.broken.push({ kind: 'manifest changed', entry: null, what: contents });
      continue;
    }
    await checkList(parts, { name, contents }, verdict);
    listed.add(name);
    for (const file of contents.files) listed.add(file.name);
    if (again.regenerate) await makeAgain(parts, { contents, ...again }, verdict);
  }
  verdict.unchecked.push(UNSIGNED);
  if (only !== null) return;
  for (const name of parts.names().filter((name) => !listed.has(name))) {
    verdict.unchecked.push(`${name} is in no list.`);
  }
}
