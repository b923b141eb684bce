import { createReadStream } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { sealContents } from '../../engines/provenance/contents.ts';
import { hashBytes } from '../../platform/files/hash-bytes.ts';
import { writeWhole } from '../hashed-file.ts';

export const CONTENTS = 'contents.json';
const ENDING = `.${CONTENTS}`;

/** Returns the list of a single file, stored next to it. */
export const contentsOf = (path: string): string => `${path}${ENDING}`;

/** Returns true for lists of files: of a folder, of a part of it, or of one file. */
export const isContents = (name: string): boolean =>
  name === CONTENTS || name.endsWith(ENDING) || /^contents\.part-\d{4}-of-\d{4}\.json$/.test(name);

export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const { size, sha256 } = await hashBytes(createReadStream(path));
  return { bytes: size, sha256 };
}

type Written = {
  command: { name: string; arguments: string[] };
  engine: string;
  inputs?: { role: string; path: string }[];
  files: readonly string[];
};

/** Lists files with hashes, relative to the folder of the list. */
export async function writeContents(
  path: string,
  { command, engine, inputs = [], files }: Written,
): Promise<void> {
  const listed = [];
  for (const file of files) {
    const name = relative(dirname(path), file).replaceAll('\\', '/') || basename(file);
    listed.push({ name, ...(await hashFile(file)) });
  }
  const read = [];
  for (const input of inputs) {
    read.push({ role: input.role, sha256: (await hashFile(input.path)).sha256 });
  }
  const contents = sealContents({
    format: 'sandbox-contents/1',
    command,
    engine,
    inputs: read,
    files: listed,
  });
  writeWhole(path, `${JSON.stringify(contents, null, 2)}\n`);
}

/** Returns the arguments of a command without these options and without file names. */
export function repeatableArguments(args: readonly string[], leftOut: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [option] = args[i]!.split('=');
    if (leftOut.includes(option!)) {
      if (!args[i]!.includes('=')) i++;
    } else kept.push(args[i]!);
  }
  return kept;
}
