const MAX_CHARACTERS = 60;

/** Returns a file's name without its ending, in characters that every file system allows. */
export const fileStem = (filename: string): string =>
  filename
    .replace(/(?:\.(?:gz|zst))?$/i, '')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[^\w-]+/g, '_')
    .slice(0, MAX_CHARACTERS) || 'rows';
