/** PostgreSQL's readers of JSON and arrays call themselves for each level. */
export const DEEPEST_VALUE = 500;

/** How deep brackets and braces stand in one another, those inside of double quotes left out. */
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
