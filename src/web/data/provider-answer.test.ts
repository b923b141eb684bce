import { afterEach, expect, test, vi } from 'vitest';
import { takeProviderAnswer } from './provider-answer.ts';

function pageAt(address: string) {
  const location = new URL(address, 'http://sandbox.test');
  const page = { address: `${location.pathname}${location.search}${location.hash}` };
  const history = {
    state: { key: 'k' },
    replaceState: (state: unknown, _: string, to: string) => {
      expect(state).toEqual({ key: 'k' });
      page.address = to;
    },
  };
  vi.stubGlobal('window', { location, history });
  return page;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

test('an address without an answer is left as it is', async () => {
  for (const address of ['/', '/dashboard?page=2#rows', '/reset-password#type=recovery']) {
    const page = pageAt(address);
    expect(await takeProviderAnswer()).toBe(false);
    expect(page.address).toBe(address);
  }
});

test.each([
  '/login?error=access_denied&error_description=The+account+is+disabled.&error_code=403&page=2',
  '/login?page=2#error=access_denied&error_description=The%20account%20is%20disabled.',
  '/login?page=2&code=c1&sb_flow_id=f1&error_description=The+account+is+disabled.',
])('a refusal is thrown once: %s', async (address) => {
  const page = pageAt(address);
  await expect(takeProviderAnswer()).rejects.toThrow('The account is disabled.');
  expect(page.address).toBe('/login?page=2');
});

test('removes the answer from the address in every case', async () => {
  const page = pageAt('/login?code=c1&sb_flow_id=f1');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(takeProviderAnswer()).rejects.toThrow();
  expect(page.address).toBe('/login');
});
