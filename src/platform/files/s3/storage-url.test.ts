import { expect, test } from 'vitest';
import { formatStorageUrl, parseStorageUrl } from './storage-url.ts';

test.each([
  ['s3://bank-files', { bucket: 'bank-files', prefix: '', endpoint: undefined, region: undefined }],
  [
    's3://bank-files/sandbox/one/?region=eu-central-1',
    {
      bucket: 'bank-files',
      prefix: 'sandbox/one/',
      endpoint: undefined,
      region: 'eu-central-1',
    },
  ],
  [
    's3://b-1/x?endpoint=http://127.0.0.1:8333&region=us-east-1',
    { bucket: 'b-1', prefix: 'x/', endpoint: 'http://127.0.0.1:8333', region: 'us-east-1' },
  ],
])('%s', (text, location) => {
  expect(parseStorageUrl(text)).toEqual(location);
});

test.each([
  ['/var/data', /must be an address such as s3:/],
  ['https://bucket/prefix', /must be an address such as s3:/],
  ['s3://key:secret@bucket/prefix', /must not contain credentials/],
  ['s3://B_UCKET/prefix', /not a valid bucket name/],
  ['s3://bucket/prefix?sse=on', /'sse' is not a known parameter; expected endpoint or region/],
  ['s3://bucket?endpoint=ftp://host', /endpoint must start with https/],
])('%s is refused', (text, reason) => {
  expect(() => parseStorageUrl(text)).toThrow(reason);
});

test('does not repeat a secret in the address', () => {
  expect(() => parseStorageUrl('s3://key:hunter2@bucket')).toThrow(/^((?!hunter2).)*$/);
});

test.each(['s3://bank/sandbox?endpoint=https://store.example:9000&region=eu-west-1', 's3://bank'])(
  'a folder below %s has an address that leads there',
  (address) => {
    const location = parseStorageUrl(address);
    expect(parseStorageUrl(formatStorageUrl(location, 'external/1'))).toEqual({
      ...location,
      prefix: `${location.prefix}external/1/`,
    });
  },
);
