import { defineConfig } from 'vitest/config';

const node = {
  environment: 'node' as const,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // On a busy machine what is waited for can come late.
  expect: { poll: { timeout: 15_000 } },
  // Files share what they import: half of a short file's time is loading it. What a file makes is its own.
  isolate: false,
  // Node loads files itself, as the product does: faster than through Vite.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  setupFiles: ['test/support/property-seed.ts'],
};

/** Tests of a sandbox that runs, two files at a time: of both projects where both run. */
const started = {
  ...node,
  globalSetup: ['test/support/database-server.ts', 'test/support/auth-fixtures-setup.ts'],
  maxWorkers: 2,
  testTimeout: 180_000,
};

/** What needs no page, and what is started, stopped and killed. */
const withoutPages = [
  'test/faults/**/*.test.ts',
  'test/e2e/{access-matrix,analysis,api-keys,audit-trail,blend,demo,from-empty-folder,linked-tables,main-job,open-api,other-database,private-generation,programs,proof,python-client,readme,realtime,role-matrix,tenancy,two-hosts,unreadable-lines,upgrade,upgrade-linked-tables}.test.ts',
  'test/e2e/specification/{calls,sample-analysis}.test.ts',
  'src/web/data/*.sandbox.test.ts',
];

const isLong = process.env.TEST_LONG !== undefined;

/** Files that take long, in the long run only; shorter tests guard the same code in each run. */
const onlyInTheLongRun = isLong
  ? []
  : [
      'test/faults/{analysis-run,answer-size,deleted-dataset,deleted-organization,deleted-values,demo-proof,erased-person,exchanged-evidence,hostile-documents,kill-rounds,restarts,restore,tamper,witnesses}.test.ts',
      'test/e2e/{blend,demo,linked-tables,private-generation,unreadable-lines,upgrade-linked-tables}.test.ts',
      'test/e2e/{captcha,deleted-organization,institutions,linked-tables,own-cluster,protection}-in-the-browser.test.ts',
    ];

/** The second PostgreSQL is given what asks most of SQL; all of it in the long run. */
const ofDatabase =
  process.env.TEST_POSTGRES === undefined || isLong
    ? ['src/**/*.database.test.ts', 'test/**/*.database.test.ts']
    : ['src/platform/database/**/*.database.test.ts', 'test/**/*.database.test.ts'];

/** Pure functions, what needs a PostgreSQL server, the browser's pages, and what needs a sandbox alone. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['src/**/*.{database,sandbox}.test.ts', 'src/web/**'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...node,
          name: 'web',
          // Components and their imports without extension need Vite.
          experimental: {},
          include: ['src/web/**/*.test.{ts,tsx}'],
          exclude: ['src/web/**/*.sandbox.test.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...node,
          name: 'database',
          include: ofDatabase,
          globalSetup: ['test/support/database-server.ts'],
          // A quarter of their time is waiting for the server.
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...started,
          name: 'browser',
          globalSetup: [...started.globalSetup, 'test/support/browser-server.ts'],
          include: ['test/{e2e,accessibility}/**/*.test.ts'],
          exclude: [...withoutPages, ...onlyInTheLongRun],
        },
      },
      {
        test: {
          ...started,
          name: 'calls',
          include: withoutPages,
          exclude: onlyInTheLongRun,
        },
      },
    ],
  },
});
