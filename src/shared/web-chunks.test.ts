import { expect, test } from 'vitest';
import { chunksOf, ENTRY, filesOf, type WebChunks } from './web-chunks.ts';

const CHUNKS: WebChunks = {
  [ENTRY]: {
    file: 'index.js',
    imports: ['_shared-1.js'],
    dynamicImports: ['features/reports/reports-page.tsx', 'features/sign-in/sign-in-page.tsx'],
  },
  '_shared-1.js': { file: 'shared.js' },
  '_session-2.js': { file: 'session.js', imports: ['_shared-1.js'] },
  'app/session-layout.tsx': { file: 'layout.js', imports: ['_session-2.js', ENTRY] },
  'features/reports/reports-page.tsx': {
    file: 'reports.js',
    imports: [ENTRY],
    dynamicImports: ['features/reports/compare.tsx'],
  },
  'features/reports/compare.tsx': { file: 'compare.js' },
};

test('a page behind sign-in is laid out by the shell, and has its own chunk', () => {
  const { shell, own } = chunksOf(CHUNKS, '/reports');
  expect([shell, own]).toEqual([
    ['_session-2.js', 'app/session-layout.tsx'],
    ['features/reports/reports-page.tsx'],
  ]);
  const files = ['session.js', 'shared.js', 'layout.js', 'index.js', 'reports.js'];
  expect([...filesOf(CHUNKS, [...shell, ...own])].sort()).toEqual(files.sort());
});

test('lazy modules of a page count where they are imported; those of the entry never', () => {
  const names = ['features/reports/reports-page.tsx'];
  expect(filesOf(CHUNKS, names)).not.toContain('compare.js');
  expect([...filesOf(CHUNKS, names, { later: true })].sort()).toEqual([
    'compare.js',
    'index.js',
    'reports.js',
    'shared.js',
  ]);
  expect(() => filesOf(CHUNKS, ['features/nothing.tsx'])).toThrow('has no chunk');
});

test('a page that the entry holds has no chunks', () => {
  expect(chunksOf(CHUNKS, '/')).toEqual({ shell: [], own: [] });
});
