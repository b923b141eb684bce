import { statfs } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';

const MEGABYTE = 1024 * 1024;
const DEFAULT_RESERVE_BYTES = 512 * MEGABYTE;
/** Share of a small disk; the reserve is at least twice the space of a database start. */
const RESERVE_SHARE = 0.05;
const MIN_RESERVE_BYTES = 128 * MEGABYTE;

type DiskSpace = { freeBytes: number; reserveBytes: number; low: boolean };

export type DiskReserve = {
  read: () => Promise<DiskSpace>;
  /** @throws AppError if no more than the reserve is free */
  assertRoom: () => Promise<void>;
};

/** Reserves disk space so that the database can always start, work and delete. */
export function createDiskReserve(folder: string, reserveBytes?: number): DiskReserve {
  const read = async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    const reserve =
      reserveBytes ??
      Math.min(
        DEFAULT_RESERVE_BYTES,
        Math.max(MIN_RESERVE_BYTES, Math.floor(blocks * bsize * RESERVE_SHARE)),
      );
    return { freeBytes, reserveBytes: reserve, low: freeBytes <= reserve };
  };
  return {
    read,
    assertRoom: async () => {
      const space = await read();
      if (!space.low) return;
      const free = Math.floor(space.freeBytes / MEGABYTE);
      const reserve = Math.ceil(space.reserveBytes / MEGABYTE);
      throw new AppError(
        'unavailable',
        `The disk is nearly full: ${free} MB free, ${reserve} MB reserved for the database. Delete datasets or documents or add space, then try again.`,
      );
    },
  };
}
