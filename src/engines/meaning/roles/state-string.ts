/** Minimum length, and characters at most, of a string of states. */
const MIN_LENGTH = 6;
const MAX_STATES = 10;
/** Minimum different characters and share of the most common one at each place. */
const MIN_VARIED = 2;
const MIN_USUAL = 0.5;
const MIN_VALUES = 20;

/**
 * Returns true for strings of states over time, such as a payment history 000012300000: one length,
 * few characters, and at each place mostly the same one, but not always.
 */
export function areStateStrings(texts: readonly string[]): boolean {
  const length = texts[0]?.length ?? 0;
  if (texts.length < MIN_VALUES || length < MIN_LENGTH) return false;
  if (!texts.every((text) => text.length === length && /^[A-Za-z0-9*-]+$/.test(text))) return false;
  if (new Set(texts.join('')).size > MAX_STATES) return false;
  const usual = new Set<string>();
  for (let place = 0; place < length; place++) {
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(text[place]!, (counts.get(text[place]!) ?? 0) + 1);
    const [[most, count]] = [...counts].sort((a, b) => b[1] - a[1]) as [[string, number]];
    if (counts.size < MIN_VARIED || count < MIN_USUAL * texts.length) return false;
    usual.add(most);
  }
  return usual.size === 1;
}
