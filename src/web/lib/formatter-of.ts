/** Creates a formatter on first use, which loads the browser's language data (20 to 60 ms). */
export function formatterOf<Formatter>(make: () => Formatter): () => Formatter {
  let formatter: Formatter | undefined;
  return () => {
    formatter ??= make();
    return formatter;
  };
}
