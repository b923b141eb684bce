import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { checkDocument } from './check-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(name: string, bytes: Buffer | string): string {
  const path = join(folder, `${Math.abs(crc32(name))}-${Buffer.from(bytes).length}`);
  writeFileSync(path, bytes);
  return path;
}

/** Builds a zip archive (APPNOTE 4.3) with a declared size. */
function zip(files: [name: string, content: Buffer, declared?: number][]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content, declared = content.length] of files) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(declared, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    local.copy(central, 10, 8, 30);
    central.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const word: [string, Buffer] = ['word/document.xml', Buffer.from('<w:document/>')];

test('content decides, together with the name', async () => {
  expect(await checkDocument(stored('a', 'x\n%PDF-1.7 …'), 'SOC2.PDF')).toBe('pdf');
  expect(await checkDocument(stored('b', zip([word])), 'memo.docx')).toBe('docx');
  for (const [bytes, name] of [
    ['%PDF-1.7', 'really.docx'],
    [zip([word]), 'really.pdf'],
    [zip([['xl/workbook.xml', Buffer.from('x')]]), 'sheet.docx'],
    [`${' '.repeat(1100)}%PDF-`, 'late.pdf'],
    ['<script>', 'page.pdf'],
    ['', 'empty.pdf'],
  ] as const) {
    await expect(checkDocument(stored('c', bytes), name)).rejects.toThrow(
      'Only PDF and DOCX files are allowed',
    );
  }
});

test('refuses a bomb by its unpacked size, not its declared one', async () => {
  const zeros = Buffer.alloc(110 * 1024 * 1024);
  const honest = zip([word, ['a', zeros], ['b', zeros]]);
  expect(honest.length).toBeLessThan(1024 * 1024);
  await expect(checkDocument(stored('d', honest), 'bomb.docx')).rejects.toThrow('more than 200 MB');
  const lying = zip([word, ['a', zeros, 10]]);
  await expect(checkDocument(stored('e', lying), 'lies.docx')).rejects.toThrow(
    'The DOCX file is damaged.',
  );
  const cut = zip([word]).subarray(0, 60);
  await expect(checkDocument(stored('f', cut), 'cut.docx')).rejects.toThrow(
    'The DOCX file is damaged.',
  );
});
