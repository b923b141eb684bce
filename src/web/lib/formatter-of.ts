/**
 * A formatter made when it is first used: the first of a page reads the browser's language data, which takes 20 to 60 ms
 * where nothing else shows yet.
 */
export function formatterOf<Formatter>(make: () => Formatter): () => Formatter {
  let made: Formatter | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
