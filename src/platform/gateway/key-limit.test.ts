import { expect, test } from 'vitest';
import { createKeyLimit } from './key-limit.ts';

function limitAt() {
  let at = 1_000_000;
  const count = createKeyLimit(() => at);
  const limit = (key: string) => count(key, 120);
  const pass = (seconds: number) => {
    at += seconds * 1000;
  };
  return { limit, pass };
}

test('120 requests a minute, then the seconds to wait', () => {
  const { limit, pass } = limitAt();
  for (let i = 0; i < 120; i++) expect(limit('one')).toBe(0);
  expect(limit('one')).toBe(60);
  pass(59.5);
  expect(limit('one')).toBe(1);
  pass(0.5);
  expect(limit('one')).toBe(0);
});

test('a refused request does not count, and the minute slides', () => {
  const { limit, pass } = limitAt();
  for (let i = 0; i < 60; i++) limit('one');
  pass(30);
  for (let i = 0; i < 60; i++) expect(limit('one')).toBe(0);
  for (let i = 0; i < 10; i++) expect(limit('one')).toBe(30);
  pass(30);
  for (let i = 0; i < 60; i++) expect(limit('one')).toBe(0);
  expect(limit('one')).toBe(30);
});

test('each key has its own minute', () => {
  const { limit } = limitAt();
  for (let i = 0; i < 121; i++) limit('one');
  expect(limit('one')).toBeGreaterThan(0);
  expect(limit('another')).toBe(0);
});

test('of more keys than are remembered the one that was quiet longest is forgotten', () => {
  const { limit } = limitAt();
  for (let i = 0; i < 120; i++) limit('quiet');
  for (let i = 0; i < 120; i++) limit('busy');
  expect(limit('quiet')).toBe(60);
  for (let i = 0; i < 9_998; i++) limit(`other ${i}`);
  expect(limit('quiet')).toBe(60);
  limit('one more');
  expect(limit('busy')).toBe(60);
  expect(limit('quiet')).toBe(0);
});
