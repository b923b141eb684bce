const MAX_CHARACTERS = 300;

/** A text from a file, cut so that a message stays one. */
export const shortened = (text: string, max = MAX_CHARACTERS): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;

/** What DuckDB said of a file, for its sender: its first line, no path of this machine, and not too long. */
export function readerMessage(error: unknown, paths: readonly string[]): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const unquoted = line.replaceAll(/(["'])\/[^"']*\1/g, 'the file');
  return shortened(paths.reduce((text, path) => text.replaceAll(path, 'the file'), unquoted));
}
