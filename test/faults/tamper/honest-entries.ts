import { encodeEntry } from '../../../src/engines/provenance/log-entry.ts';

export const honestEntries = (count: number) =>
  Array.from({ length: count }, (_, seq) =>
    encodeEntry({
      v: 1,
      seq,
      organization: `bank ${seq % 3}`,
      organization_seq: Math.floor(seq / 3) + 1,
      at: '2026-11-22T00:00:00.000000Z',
      kind: 'data.exported',
      subject: `${seq}`,
      sha256: null,
      actor: null,
      detail: {},
    }),
  );
