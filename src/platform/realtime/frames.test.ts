import { expect, test } from 'vitest';
import { filterQuery } from './changes.ts';
import { FrameError, readBinaryFrame, readFrame, writeFrame } from './frames.ts';

const frame = {
  joinRef: '1',
  ref: '2',
  topic: 'realtime:room',
  event: 'phx_join',
  payload: { config: {} },
};

test('both versions are read as they are written', () => {
  for (const version of ['1.0.0', '2.0.0'] as const) {
    expect(readFrame(version, writeFrame(version, frame))).toEqual(frame);
  }
  expect(writeFrame('2.0.0', frame)).toBe('["1","2","realtime:room","phx_join",{"config":{}}]');
});

test('refuses invalid messages', () => {
  const bad = [
    '',
    'null',
    '[]',
    '["1","2"]',
    '{"topic":1}',
    '[null,null,"","x",{}]',
    '[1,2,3,4,5]',
  ];
  for (const text of bad) expect(() => readFrame('2.0.0', text), text).toThrow(FrameError);
  expect(() => readFrame('1.0.0', '["1","2","t","e",{}]')).toThrow(FrameError);
});

test('a pushed broadcast is read from its bytes, and never beyond them', () => {
  const bytes = Buffer.concat([
    Buffer.from([3, 1, 1, 4, 5, 0, 1]),
    Buffer.from('12roomhello{"a":1}'),
  ]);
  expect(readBinaryFrame(bytes)).toMatchObject({ topic: 'room', event: 'broadcast', ref: '2' });
  expect(() => readBinaryFrame(bytes.subarray(0, 9))).toThrow(FrameError);
  expect(() => readBinaryFrame(Buffer.from([4, 0, 0, 0, 0, 0, 0]))).toThrow(FrameError);
});

test('a filter of the client is one of rest/v1', () => {
  const read = (filter: string) => [...new URLSearchParams(filterQuery(filter))];
  expect(read('id=eq.1')).toEqual([['id', 'eq.1']]);
  expect(read('id=in.(1,2),name=like.a%')).toEqual([
    ['id', 'in.(1,2)'],
    ['name', 'like.a%'],
  ]);
});
