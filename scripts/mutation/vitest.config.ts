import { defineConfig } from 'vitest/config';
import { endKeptWorker, keptWorker, QuickFirst } from './kept-worker.ts';

const listed = (text = '') => text.split(',').filter((path) => path !== '');

/** Configuration for the tests of the mutated folder, named by `npm run mutation`. */
export default defineConfig({
  plugins: [
    {
      name: 'kept-worker',
      // Stryker names a pool on the command line, which a pool named below would not replace.
      configureVitest: ({ project, vitest }) => {
        Object.assign(project.config, { pool: keptWorker.name, poolRunner: keptWorker });
        vitest.onClose(endKeptWorker);
      },
    },
  ],
  test: {
    environment: 'node',
    include: listed(process.env.MUTATION_TESTS),
    exclude: listed(process.env.MUTATION_WITHOUT),
    // Ten times the duration of the slowest test.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    isolate: false,
    sequence: { sequencer: QuickFirst },
    setupFiles: ['test/support/property-seed.ts'],
    globalSetup: process.env.MUTATION_DATABASE === '1' ? ['test/support/database-server.ts'] : [],
  },
});
