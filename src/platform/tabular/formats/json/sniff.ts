/** Text of the beginning without a byte order mark; JSON is UTF-8 (RFC 8259) or, rarely, UTF-16. */
function textOf(head: Buffer): string {
  const utf16 = head[0] === 0xff && head[1] === 0xfe;
  return head
    .toString(utf16 ? 'utf16le' : 'utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
}

/** Returns true if the first line is a complete JSON object. */
export function looksLikeJsonLines(head: Buffer): boolean {
  const [line = ''] = textOf(head).split('\n', 1);
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

export const looksLikeJson = (head: Buffer): boolean => /^\[\s*\{\s*["}]/.test(textOf(head));
