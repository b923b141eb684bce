import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

/** Folder of data sets next to the checkout, not part of it. */
export const DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
export const hasData = existsSync(`${DATA}adbench`);

const TYPES: Record<string, { bytes: number; read: (view: DataView, at: number) => number }> = {
  '<f8': { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  '<f4': { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  '<i8': { bytes: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
  '<i4': { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  '<i2': { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  '|u1': { bytes: 1, read: (view, at) => view.getUint8(at) },
  '|i1': { bytes: 1, read: (view, at) => view.getInt8(at) },
  '|b1': { bytes: 1, read: (view, at) => view.getUint8(at) },
};

type NumericArray = { shape: number[]; data: Float64Array };

function readNpy(bytes: Buffer): NumericArray {
  const long = bytes[6] >= 2;
  const start = long ? 12 : 10;
  const length = long ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8);
  const header = bytes.subarray(start, start + length).toString('latin1');
  const descr = /'descr': '([^']+)'/.exec(header)?.[1] ?? '';
  const shape = (/'shape': \(([^)]*)\)/.exec(header)?.[1] ?? '')
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
  const type = TYPES[descr];
  if (type === undefined) throw new TypeError(`npy of type ${descr}`);
  const fortran = /'fortran_order': True/.test(header);
  const count = shape.reduce((product, size) => product * size, 1);
  const body = bytes.subarray(start + length);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const data = new Float64Array(count);
  const [rows = 1, width = 1] = shape;
  for (let i = 0; i < count; i++) {
    const to = fortran && shape.length === 2 ? (i % rows) * width + Math.floor(i / rows) : i;
    data[to] = type.read(view, i * type.bytes);
  }
  return { shape, data };
}

/** Reads the arrays of an npz file: a zip of npy files, stored or deflated. */
function readNpz(path: string): Record<string, NumericArray> {
  const file = readFileSync(path);
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = file.readUInt32LE(end + 16);
  const arrays: Record<string, NumericArray> = {};
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const method = file.readUInt16LE(at + 10);
    const size = file.readUInt32LE(at + 20);
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.subarray(at + 46, at + 46 + nameLength).toString();
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const body = file.subarray(from, from + size);
    arrays[name.replace(/\.npy$/, '')] = readNpy(method === 0 ? body : inflateRawSync(body));
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return arrays;
}

export function readLabelledSet(name: string): { columns: Float64Array[]; labels: Float64Array } {
  const file = readdirSync(`${DATA}adbench`).find((entry) => entry.endsWith(`_${name}.npz`));
  const { X, y } = readNpz(`${DATA}adbench/${file}`);
  const [rows = 0, width = 0] = X!.shape;
  const columns = Array.from({ length: width }, (_, c) =>
    Float64Array.from({ length: rows }, (_, i) => X!.data[i * width + c]),
  );
  return { columns, labels: y!.data };
}
