/** Limit of nesting: PostgreSQL's parsers of JSON and arrays recurse for each level. */
export const DEEPEST_VALUE = 500;

export function nestingDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '[' || char === '{')) deepest = Math.max(deepest, ++depth);
    else if (!quoted && (char === ']' || char === '}')) depth -= 1;
  }
  return deepest;
}
