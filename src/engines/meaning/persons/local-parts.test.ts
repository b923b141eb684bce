import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { findLocalParts, writeLocalPart } from './local-parts.ts';

const person = { given: 'Jürgen', family: 'Köhler', secondFamily: 'Groß' };
const write = (parts: ReturnType<typeof findLocalParts>) =>
  writeLocalPart(parts, person, streamFor(1n, 0, 0));

test('a family name before a comma is the family name in addresses too', () => {
  const parts = findLocalParts(
    [
      ['anna.weber', 'Weber, Anna'],
      ['paul.koch', 'Koch, Paul'],
    ],
    2,
  );
  expect(parts).toEqual([{ pattern: 'G.F', share: 1 }]);
  expect(write(parts)).toBe('jurgen.kohler');
});

test('umlauts are written with two letters if the file writes them so', () => {
  const parts = findLocalParts(
    [
      ['joerg.mueller', 'Jörg Müller'],
      ['anna.weber', 'Anna Weber'],
    ],
    2,
  );
  expect(parts).toEqual([{ pattern: 'G.F', share: 1, digraphs: true }]);
  expect(write(parts)).toBe('juergen.koehler');
  expect(write(findLocalParts([['jorg.muller', 'Jörg Müller']], 1))).toBe('jurgen.kohler');
});
