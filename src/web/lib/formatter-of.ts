/**
 * Creates a formatter on first use. The first formatter of a page loads the browser's language
 * data, which takes 20 to 60 ms and would delay the first paint.
 */
export function formatterOf<Formatter>(make: () => Formatter): () => Formatter {
  let made: Formatter | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
