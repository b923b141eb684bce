/** Beginnings of the first name in an Office package. */
const FIRST_PARTS = ['[Content_Types].xml', '_rels/', 'docProps/', 'xl/'];

/** Returns true if the bytes begin an Office package, which is a zip archive. */
export const looksLikeWorkbook = (head: Buffer): boolean =>
  head.toString('latin1', 0, 4) === 'PK\u0003\u0004' &&
  FIRST_PARTS.some((name) => head.toString('latin1', 30, 30 + name.length) === name);
