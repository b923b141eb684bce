/** A piece of a pattern. */
export type Token = { kind: 'literal'; text: string } | { kind: 'field'; token: string };

const TOKEN =
  /\[([^\]]*)\]|YYYY|YY|MMM|MM|M|DD|D|ddd|Q|HH|H|hh|h|mm|ss|S+|F|A|a|X|x|Z|\+hh:mm|\+hhmm|\+hh/g;
// The signs of zones begin with a plus, so that their letters are not taken for hours.
const ZONES = ['+hh:mm', '+hhmm', '+hh'];

/** The tokens of a pattern, in order; neighboring characters that stand for themselves are one literal. */
export function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  const literal = (text: string) => {
    const last = tokens.at(-1);
    if (last?.kind === 'literal') last.text += text;
    else if (text !== '') tokens.push({ kind: 'literal', text });
  };
  let at = 0;
  while (at < pattern.length) {
    const zone = ZONES.find((text) => pattern.startsWith(text, at));
    TOKEN.lastIndex = at;
    const found = zone === undefined ? TOKEN.exec(pattern) : null;
    if (zone !== undefined) {
      tokens.push({ kind: 'field', token: zone });
      at += zone.length;
    } else if (found === null || found.index > at) {
      literal(pattern[at]!);
      at++;
    } else {
      if (found[1] === undefined) tokens.push({ kind: 'field', token: found[0] });
      else literal(found[1]);
      at += found[0].length;
    }
  }
  return tokens;
}

const hasField = (pattern: string, letters: string): boolean =>
  tokensOf(pattern).some((token) => token.kind === 'field' && letters.includes(token.token[0]!));

/** Whether the pattern has a day, or at least a month, of the calendar. */
export const hasDay = (pattern: string): boolean => hasField(pattern, 'YXx');

/** Whether the pattern has a time of day. */
export const hasClock = (pattern: string): boolean => hasField(pattern, 'HhXx');

/** Whether the pattern has seconds of a minute, whole or with a fraction. */
export const hasSeconds = (pattern: string): boolean => hasField(pattern, 'sXx');

/** Whether the pattern has parts of a second. */
export const hasFraction = (pattern: string): boolean => hasField(pattern, 'SFx');
