import type { Kind } from './kind.ts';

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const IPV6 = /^(?=.*:.*:)[\da-f:]{6,39}$/i;

export const ipAddress: Kind = {
  headers: [
    'ip|ip address|ipaddress|client ip|source ip|login ip|ip adresse|adresse ip|direccion ip',
  ],
  test: (text) => IPV4.test(text) || IPV6.test(text),
  alone: (text) => IPV4.test(text),
  form: () => ({ isWide: true }),
  /** Generates addresses for benchmarks (RFC 2544); models of synthesize/13: TEST-NET-3 (RFC 5737). */
  make: ({ stream, isWide = false }) =>
    isWide
      ? `198.${18 + stream.below(2)}.${stream.below(256)}.${stream.below(256)}`
      : `203.0.113.${stream.below(256)}`,
};
