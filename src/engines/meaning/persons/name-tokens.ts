/** Returns a name's parts of more than one letter, in lower case without accents. */
export const nameTokens = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}'’]+/u)
    .filter((token) => [...token].length > 1);
