import { expect, test } from 'vitest';
import { convert } from '../convert.fixture.ts';

const written = async (...args: Parameters<typeof convert>) =>
  (await convert(...args)).toString('utf8');

test('records come back as they were, with numbers in their letters', async () => {
  const lines = [
    '{"id":"007","amount":12.50,"payer":{"name":"A \\"B\\"","zip":"01067"},"ok":true,"__proto__":1E400}',
    '{"id":"008","amount":-0,"payer":null,"ok":false,"__proto__":2}',
    '{"id":"","amount":12345678901234567890,"payer":{"name":null,"zip":"1"},"ok":null,"__proto__":3}',
  ];
  expect(await written('jsonl', lines.join('\n'), 'jsonl')).toBe(`${lines.join('\n')}\n`);
  expect(await written('json', `[${lines.join()}]`, 'json')).toBe(`[\n${lines.join(',\n')}\n]\n`);
});

test('a column of several types keeps numbers and texts', async () => {
  const line = '{"a":1.50}\n{"a":"n/a"}\n{"a":true}\n{"a":"007"}\n';
  expect(await written('jsonl', line, 'jsonl')).toBe(line);
});

test('an object and a value of one name stay two columns', async () => {
  const line = '{"a":1}\n{"a":{"b":2}}\n';
  expect(await written('jsonl', line, 'jsonl')).toBe('{"a":1,"a.b":null}\n{"a":null,"a.b":2}\n');
});

test('numbers and booleans of a text file are typed, codes and dates are text', async () => {
  const csv =
    'id;amount;day;ok\n007;1.234,50;31.01.2024;yes\n008;;01.02.2024;no\n009;2,00;02.02.2024;no\n';
  expect(await written('csv', csv, 'jsonl')).toBe(
    '{"id":"007","amount":1234.50,"day":"31.01.2024","ok":true}\n' +
      '{"id":"008","amount":null,"day":"01.02.2024","ok":false}\n' +
      '{"id":"009","amount":2.00,"day":"02.02.2024","ok":false}\n',
  );
});

test('no rows are an empty list', async () => {
  expect(await written('csv', 'a,b\n', 'json')).toBe('[\n\n]\n');
});
