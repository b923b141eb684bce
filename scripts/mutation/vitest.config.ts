import { defineConfig } from 'vitest/config';

/** The tests beside the mutated folder, as `npm run mutation` names them. */
export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    isolate: false,
    setupFiles: ['test/support/property-seed.ts'],
    globalSetup: process.env.MUTATION_DATABASE === '1' ? ['test/support/database-server.ts'] : [],
  },
});
