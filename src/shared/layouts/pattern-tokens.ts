export type Token = { kind: 'literal'; text: string } | { kind: 'field'; token: string };

const TOKEN =
  /\[([^\]]*)\]|YYYY|YY|MMM|MM|M|DD|D|ddd|Q|HH|H|hh|h|mm|ss|S+|F|A|a|X|x|E|J|Z|\+hh:mm|\+hhmm|\+hh/g;
// Zone tokens begin with a plus, so that hh is not mistaken for hours.
const ZONES = ['+hh:mm', '+hhmm', '+hh'];

/** Splits a pattern into tokens; adjacent literal characters are merged. */
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
    const match = zone === undefined ? TOKEN.exec(pattern) : null;
    if (zone !== undefined) {
      tokens.push({ kind: 'field', token: zone });
      at += zone.length;
    } else if (match === null || match.index > at) {
      literal(pattern[at]!);
      at++;
    } else {
      if (match[1] === undefined) tokens.push({ kind: 'field', token: match[0] });
      else literal(match[1]);
      at += match[0].length;
    }
  }
  return tokens;
}

const hasField = (pattern: string, letters: string): boolean =>
  tokensOf(pattern).some((token) => token.kind === 'field' && letters.includes(token.token[0]!));

export const hasDay = (pattern: string): boolean => hasField(pattern, 'YXxEJ');

export const hasClock = (pattern: string): boolean => hasField(pattern, 'HhXx');

export const hasSeconds = (pattern: string): boolean => hasField(pattern, 'sXx');

export const hasFraction = (pattern: string): boolean => hasField(pattern, 'SFx');
