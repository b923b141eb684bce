import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Detail, guilloche } from './guilloche.ts';

const hashOf = (text: string) => {
  let state = 2166136261;
  return Array.from({ length: 64 }, (_, i) => {
    for (const letter of `${text}/${i}`) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
    return ((state >>> 20) & 15).toString(16);
  }).join('');
};

describe('guilloche', () => {
  it('draws the same path for the same hash', () => {
    expect(guilloche(hashOf('a'))).toBe(guilloche(hashOf('a')));
    expect(guilloche(hashOf('a'))).toBe(guilloche(hashOf('a').toUpperCase()));
  });

  it('draws another path for another hash', () => {
    const paths = new Set(
      Array.from({ length: 500 }, (_, i) => guilloche(hashOf(`${i}`), 'coarse')),
    );
    expect(paths.size).toBe(500);
  });

  it('stays inside its square, whatever the hash', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom<Detail>('coarse', 'fine', 'engraved'),
        (text, detail) => {
          const path = guilloche(text, detail);
          const numbers = path.match(/-?\d+\.\d+/g)!.map(Number);
          expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
          expect(Math.max(...numbers)).toBeLessThanOrEqual(100);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('draws fewer lines for small sizes', () => {
    const hash = hashOf('seal');
    expect(guilloche(hash, 'coarse').match(/M/g)).toHaveLength(5);
    expect(guilloche(hash).match(/M/g)!.length).toBeGreaterThan(15);
    expect(guilloche(hash)).toMatch(/^M[\d. L]+Z/);
  });
});
