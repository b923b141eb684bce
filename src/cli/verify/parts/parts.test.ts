import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import yazl from 'yazl';
import { zipOf } from '../../../platform/files/write-zip.ts';
import { openParts } from './open-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox parts '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let counter = 0;
const nextPath = () => join(folder, String(counter++));

async function faultsOf(path: string): Promise<readonly string[]> {
  const parts = await openParts(path);
  parts.close();
  return parts.faults;
}

function makeFolder(names: readonly string[]): string {
  const path = nextPath();
  for (const name of names) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), name);
  }
  return path;
}

const HONEST = ['pack.json', 'batches/1/manifest.json', 'batches/1/größe.csv', 'log/checkpoint'];

test('links, pipes and sockets in a folder are refused by name, without being opened', async () => {
  const path = makeFolder(HONEST);
  expect(await faultsOf(path)).toEqual([]);
  symlinkSync('/dev/zero', join(path, 'zero.csv'));
  symlinkSync('/etc', join(path, 'batches', 'etc'));
  symlinkSync('nowhere', join(path, 'dangling'));
  expect(spawnSync('mkfifo', [join(path, 'log', 'entries.jsonl')]).status).toBe(0);
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(join(path, 's'), resolve);
  });
  expect((await faultsOf(path)).toSorted()).toEqual([
    'batches/etc is a link.',
    'dangling is a link.',
    'log/entries.jsonl is a pipe.',
    's is a socket.',
    'zero.csv is a link.',
  ]);
  server.close();
  const parts = await openParts(path);
  expect([
    parts.has('zero.csv'),
    parts.has('batches/etc/passwd'),
    parts.has('../0/pack.json'),
  ]).toEqual([false, false, false]);
  await expect(parts.read('zero.csv')).rejects.toThrow('has no zero.csv');
  await expect(openParts('/dev/zero')).rejects.toThrow('neither a folder nor a file');
});

test.each([
  ['case', ['Pack.json', 'pack.json'], 'pack.json and Pack.json are one name'],
  ['case of a folder', ['Log/a', 'log/b'], 'are one name'],
  ['Unicode forms', ['gr\u00fcn.csv', 'gru\u0308n.csv'], 'are one name'],
  ['compatibility forms', ['file.csv', '\ufb01le.csv'], 'are one name'],
  ['case folding', ['stra\u00dfe.csv', 'STRASSE.csv'], 'are one name'],
  ['final dots', ['a.csv', 'a.csv.'], 'are one name'],
])('names that collide by %s are refused in folders and archives', async (_by, names, expected) => {
  expect((await faultsOf(makeFolder(names))).join()).toContain(expected);
  expect((await faultsOf(await makeArchive(names))).join()).toContain(expected);
});

const store = (bytes: Buffer): string => {
  const path = nextPath();
  writeFileSync(path, bytes);
  return path;
};

async function* textsOf(names: readonly string[]) {
  for (const name of names)
    yield { name, open: () => Readable.from([Buffer.from(name.repeat(9))]) };
}

const bytesOf = (names: readonly string[]) => buffer(zipOf(textsOf(names)));
const makeArchive = async (names: readonly string[]) => store(await bytesOf(names));

/** Writes an archive as other tools do: sizes before the data, with folders. */
async function plainArchive(names: readonly string[], mode = 0o100644): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const name of names) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(name.repeat(9)), name, { mode, compress: name.length % 2 > 0 });
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const LOCAL = Buffer.from([0x50, 0x4b, 3, 4]);
const CENTRAL = Buffer.from([0x50, 0x4b, 1, 2]);
const END = Buffer.from([0x50, 0x4b, 5, 6]);

const edited = (bytes: Buffer, edit: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  edit(copy);
  return copy;
};

/** Puts bytes before the list of an archive, which then begins later. */
function insertBeforeList(bytes: Buffer, inserted: Buffer): Buffer {
  const list = bytes.indexOf(CENTRAL);
  const all = Buffer.concat([bytes.subarray(0, list), inserted, bytes.subarray(list)]);
  const at = all.indexOf(END) + 16;
  all.writeUInt32LE(list + inserted.length, at);
  return all;
}

test('an archive whose headers differ from its list is refused, with the name', async () => {
  const honest = await plainArchive(['pack.json', 'data.csv']);
  expect(await faultsOf(store(honest))).toEqual([]);
  const at = (offset: number, value: number) => (copy: Buffer) => {
    copy[honest.indexOf(LOCAL) + offset] = value;
  };
  const faults = async (bytes: Buffer) => (await faultsOf(store(bytes))).join();
  expect(await faults(edited(honest, at(30, 0x50)))).toMatch(
    /^pack\.json: the name "Pack\.json" before/,
  );
  expect(await faults(edited(honest, at(8, 8 - honest[8]!)))).toMatch(
    /^pack\.json: the compression/,
  );
  expect(await faults(edited(honest, at(14, honest[14]! ^ 1)))).toMatch(
    /^pack\.json: the checksum/,
  );
  expect(await faults(edited(honest, at(22, honest[22]! ^ 1)))).toMatch(/^pack\.json: the size/);
  const hidden = (await plainArchive(['hidden.csv'])).subarray(0, 60);
  expect(await faults(insertBeforeList(honest, hidden))).toMatch(
    /^The bytes before the list belong/,
  );
  const second = edited(honest, (copy) => {
    // Both names of the list now lead to the first file's data.
    copy.writeUInt32LE(0, copy.lastIndexOf(CENTRAL) + 42);
  });
  expect(await faults(second)).toMatch(/^data\.csv: the name "pack\.json" before/);
});

test('links and devices in an archive are refused, and names that leave it', async () => {
  const faults = async (mode: number) => faultsOf(store(await plainArchive(['a.csv'], mode)));
  expect(await faults(0o120777)).toEqual(['a.csv is a link.']);
  expect(await faults(0o020666)).toEqual(['a.csv is no plain file.']);
  const outside = edited(await plainArchive(['xx/a.csv']), (copy) => {
    for (const header of [copy.indexOf(LOCAL) + 30, copy.indexOf(CENTRAL) + 46]) {
      copy.write('../a.csv', header);
    }
  });
  await expect(faultsOf(store(outside))).rejects.toThrow(/invalid relative path/);
  const twice = edited(await plainArchive(['a.csv', 'b.csv']), (copy) => {
    copy.write('a.csv', copy.lastIndexOf(LOCAL) + 30);
    copy.write('a.csv', copy.lastIndexOf(CENTRAL) + 46);
  });
  expect(await faultsOf(store(twice))).toEqual(['a.csv is there twice on some file systems.']);
});

const zip = spawnSync('zip', ['-v']).status === 0;
const COUNT = process.env.TEST_LONG ? 100 : 5;

test(`${COUNT} honest folders and archives of three writers raise nothing`, async () => {
  for (let n = 0; n < COUNT; n++) {
    const names = Array.from({ length: randomInt(1, 40) }, (_, i) => {
      const depth = 'batches/'.repeat(randomInt(0, 3));
      return `${depth}${['a', 'ß', '日本', 'e\u0301', 'report '][i % 5]}${i}.csv`;
    });
    const folderPath = makeFolder(names);
    const all = [folderPath, await makeArchive(names), store(await plainArchive(['x/', ...names]))];
    if (zip) {
      const archive = `${nextPath()}.zip`;
      expect(spawnSync('zip', ['-qr', archive, '.'], { cwd: folderPath }).status).toBe(0);
      all.push(archive);
    }
    for (const path of all) expect([path, await faultsOf(path)]).toEqual([path, []]);
  }
});
