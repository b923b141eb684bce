import { vi } from 'vitest';

/** Returns what work writes to standard output. */
export async function written(work: () => Promise<unknown>): Promise<string> {
  const parts: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    parts.push(String(text));
    return true;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return parts.join('');
}
