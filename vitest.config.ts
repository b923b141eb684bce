import { defineConfig } from 'vitest/config';

const node = { environment: 'node' as const, testTimeout: 60_000, hookTimeout: 120_000 };

/** Three projects: pure functions, those that need a PostgreSQL server, and the browser's. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
          exclude: ['src/**/*.database.test.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'database',
          include: ['src/**/*.database.test.ts', 'test/**/*.database.test.ts'],
          globalSetup: ['test/support/database-server.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...node,
          name: 'browser',
          include: ['test/{e2e,accessibility,faults}/**/*.test.ts'],
          globalSetup: ['test/support/database-server.ts', 'test/support/cast-folder.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          // What a page shows can take its time on a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
