import fc from 'fast-check';

/** Property tests draw the same cases in each `npm test`, and new ones in each `npm run test:long`. */
if (process.env.TEST_LONG === undefined) fc.configureGlobal({ seed: 20_251_121 });
