import { expect, test } from 'vitest';
import { jsonOf, type XmlNode } from './node.ts';

const leaf = (name: string, text: string): XmlNode => ({
  name,
  attributes: null,
  children: [],
  text,
  line: 1,
});

test('elements named like parts of JavaScript are data', () => {
  const names = ['__proto__', 'constructor', 'toString', 'constructor'];
  const json = jsonOf({ ...leaf('Ntry', ''), children: names.map((name) => leaf(name, 'x')) });
  expect(JSON.stringify(json)).toBe('{"__proto__":"x","constructor":["x","x"],"toString":"x"}');
});
