import fc from 'fast-check';

/** Property tests use a fixed seed in `npm test` and new ones in `npm run test:long`. */
if (process.env.TEST_LONG === undefined) fc.configureGlobal({ seed: 20_251_121 });
