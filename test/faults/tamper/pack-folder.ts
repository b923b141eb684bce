import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openPromise } from 'yauzl';

type Listed = { name: string; sha256: string; bytes: number };
type Index = { [name: string]: unknown; files: Listed[] };
// biome-ignore lint/suspicious/noExplicitAny: edits reach into files of any shape.
type Editable = any;

const UNLISTED = ['pack.json', 'receipt.json'];

/** Unpacked evidence pack that a forger edits. */
export type PackFolder = {
  path: string;
  read: (name: string) => string;
  write: (name: string, content: string | Buffer) => void;
  remove: (name: string) => void;
  edit: (name: string, change: (text: string) => string) => void;
  editJson: (name: string, change: (value: Editable) => void) => void;
  editLines: (change: (lines: Editable[]) => Editable[]) => void;
  /** Recomputes names, hashes and sizes in pack.json, as a forger would. */
  list: () => void;
};

export async function unpack(archive: string, to: string): Promise<void> {
  const zip = await openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    mkdirSync(dirname(join(to, entry.fileName)), { recursive: true });
    writeFileSync(join(to, entry.fileName), Buffer.concat(chunks));
  }
}

function namesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
}

export function packFolder(path: string): PackFolder {
  const at = (name: string) => join(path, name);
  const read = (name: string) => readFileSync(at(name), 'utf8');
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  };
  const edit: PackFolder['edit'] = (name, change) => {
    const [before, after] = [read(name), change(read(name))];
    if (before === after) throw new Error(`the edit of ${name} changes nothing`);
    write(name, after);
  };
  const editJson: PackFolder['editJson'] = (name, change) =>
    edit(name, (text) => {
      const value = JSON.parse(text) as Editable;
      change(value);
      return `${JSON.stringify(value, null, 2)}\n`;
    });
  return {
    path,
    read,
    write,
    remove: (name) => rmSync(at(name), { recursive: true }),
    edit,
    editJson,
    editLines: (change) =>
      edit('log/entries.jsonl', (text) => {
        const lines = text.trimEnd().split('\n');
        const changed = change(lines.map((line) => JSON.parse(line) as Editable));
        return changed.map((line) => `${JSON.stringify(line)}\n`).join('');
      }),
    list: () => {
      const index = JSON.parse(read('pack.json')) as Index;
      index.files = namesIn(path)
        .filter((name) => !UNLISTED.includes(name))
        .map((name) => {
          const bytes = readFileSync(at(name));
          const sha256 = createHash('sha256').update(bytes).digest('hex');
          return { name, sha256, bytes: bytes.length };
        });
      write('pack.json', `${JSON.stringify(index, null, 2)}\n`);
    },
  };
}

export function copyOf(pack: PackFolder, to: string): PackFolder {
  cpSync(pack.path, to, { recursive: true });
  return packFolder(to);
}
