const MAX_CHARACTERS = 300;

export const shortened = (text: string, max = MAX_CHARACTERS): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;

/** Returns the first line of DuckDB's error for the uploader, truncated and without local paths. */
export function readerMessage(error: unknown, paths: readonly string[]): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const unquoted = line.replaceAll(/(["'])\/[^"']*\1/g, 'the file');
  return shortened(paths.reduce((text, path) => text.replaceAll(path, 'the file'), unquoted));
}
