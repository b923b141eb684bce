/** Word of the server on every page, such as Demo, between the head of the page and its edge. */
export function PageMark() {
  const { mark } = document.documentElement.dataset;
  if (mark === undefined) return null;
  return (
    <p
      role="note"
      className="pointer-events-none fixed top-0 right-16 z-[60] rounded-b-md bg-warning px-3 text-xs leading-5 text-paper sm:right-1/2 sm:translate-x-1/2"
    >
      {mark}
    </p>
  );
}
