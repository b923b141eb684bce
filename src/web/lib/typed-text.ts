/** What somebody typed into a field, and where the field stands: page, dialog, headings, label. */
export type TypedText = { place: string; value: string };

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input, textarea, select';
const KEPT_TYPES = new Set(['text', 'email', 'tel', 'url', 'number', 'date']);
const FRAMES = '[role="dialog"], [role="alertdialog"], article, section, form';

const changed = new WeakSet<EventTarget>();

/** Notes which fields somebody changes. Returns how to stop. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => target && changed.add(target);
  document.addEventListener('input', note, true);
  return () => document.removeEventListener('input', note, true);
}

/** What was typed on the page and not sent: never passwords, codes, keys or files. */
export function typedText(): TypedText[] {
  return controls()
    .filter((control) => changed.has(control) && control.value !== '')
    .flatMap((control) => {
      const place = placeOf(control);
      return place === null || !isOnly(control, place) ? [] : [{ place, value: control.value }];
    });
}

/** Puts text back where it was typed, as soon as the field is there, while the page is the same. */
export function refill(typed: readonly TypedText[]): void {
  const { pathname } = window.location;
  let left = [...typed];
  const observer = new MutationObserver(() => look());
  const look = () => {
    if (window.location.pathname === pathname) left = left.filter((text) => !putBack(text));
    else left = [];
    if (left.length === 0) observer.disconnect();
  };
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  look();
}

/** Whether the text has found its field; one that was changed meanwhile keeps what it holds. */
function putBack({ place, value }: TypedText): boolean {
  const control = controls().find((found) => placeOf(found) === place);
  if (control === undefined || !isOnly(control, place)) return false;
  if (changed.has(control) && control.value !== '') return true;
  // React keeps its own setter on the field, and takes only what the browser's says for typed.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!;
  set!.call(control, value);
  // A list whose options are not loaded yet does not take it.
  if (control.value !== value) return false;
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

const controls = () => [...document.querySelectorAll<Control>(CONTROLS)].filter(isKept);

function isKept(control: Control): boolean {
  if (/password|one-time-code/.test(control.autocomplete)) return false;
  if (control.dataset.secret !== undefined) return false;
  return !(control instanceof HTMLInputElement) || KEPT_TYPES.has(control.type);
}

/** Text goes into the one field that it came from, or into none. */
const isOnly = (control: Control, place: string): boolean =>
  controls().every((other) => other === control || placeOf(other) !== place);

function placeOf(control: Control): string | null {
  const label = control.labels?.[0]?.textContent ?? control.getAttribute('aria-label');
  if (!label) return null;
  const frames: string[] = [];
  for (
    let frame = control.closest(FRAMES);
    frame;
    frame = frame.parentElement?.closest(FRAMES) ?? null
  ) {
    frames.unshift(frame.querySelector('h1, h2, h3, h4')?.textContent ?? '');
  }
  return [window.location.pathname, ...frames, label].join('\n');
}
