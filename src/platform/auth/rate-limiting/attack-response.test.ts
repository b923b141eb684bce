import { expect, test } from 'vitest';
import { respondToAttack } from './attack-response.ts';

test.each([
  // A person who mistypes, on a quiet network.
  [
    { ofAccount: 0, ofNetwork: 0 },
    { delaySeconds: 0, max: 10, withinSeconds: 300 },
  ],
  [
    { ofAccount: 39, ofNetwork: 99 },
    { delaySeconds: 0, max: 10, withinSeconds: 300 },
  ],
  // Many networks attack one account.
  [
    { ofAccount: 40, ofNetwork: 0 },
    { delaySeconds: 0.25, max: 10, withinSeconds: 300 },
  ],
  [
    { ofAccount: 50, ofNetwork: 0 },
    { delaySeconds: 0.25, max: 3, withinSeconds: 300 },
  ],
  [
    { ofAccount: 60, ofNetwork: 0 },
    { delaySeconds: 0.5, max: 3, withinSeconds: 300 },
  ],
  [
    { ofAccount: 100, ofNetwork: 0 },
    { delaySeconds: 2, max: 1, withinSeconds: 3600 },
  ],
  [
    { ofAccount: 200, ofNetwork: 0 },
    { delaySeconds: 4, max: 1, withinSeconds: 3600 },
  ],
  // One network attacks many accounts.
  [
    { ofAccount: 0, ofNetwork: 100 },
    { delaySeconds: 0.25, max: 10, withinSeconds: 300 },
  ],
  [
    { ofAccount: 0, ofNetwork: 999 },
    { delaySeconds: 4, max: 10, withinSeconds: 300 },
  ],
])('%j is answered with %j', (counts, response) => {
  expect(respondToAttack(counts)).toEqual(response);
});
