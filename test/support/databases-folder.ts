import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const MIN_ROOM_BYTES = 4e9;
const MIN_FREE_MEMORY_BYTES = 8e9;

/**
 * Returns the folder for databases of tests: in memory if there is room, since writing their files
 * takes a quarter of the processor time of database tests.
 */
export function databasesFolder(): string {
  if (process.env.TEST_LONG || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const hasRoom = bavail * bsize > MIN_ROOM_BYTES && freemem() > MIN_FREE_MEMORY_BYTES;
  return hasRoom ? MEMORY : tmpdir();
}
