/** Text of a field, and the field's location: page, dialog, headings and label. */
export type TypedText = { place: string; value: string };

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input, textarea, select';
const KEPT_TYPES = new Set(['text', 'email', 'tel', 'url', 'number', 'date']);
const FRAMES = '[role="dialog"], [role="alertdialog"], article, section, form';

const changed = new WeakSet<EventTarget>();

/** Tracks edited fields. Returns a function that stops it. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => target && changed.add(target);
  document.addEventListener('input', note, true);
  return () => document.removeEventListener('input', note, true);
}

/** Returns unsaved text on the page, but never passwords, codes, keys or files. */
export function typedText(): TypedText[] {
  return controls()
    .filter((control) => changed.has(control) && control.value !== '')
    .flatMap((control) => {
      const place = placeOf(control);
      return place === null || !isOnly(control, place) ? [] : [{ place, value: control.value }];
    });
}

/** Restores text into its fields as they appear, while the page is the same. */
export function refill(typed: readonly TypedText[]): void {
  const { pathname } = window.location;
  let remaining = [...typed];
  const observer = new MutationObserver(() => look());
  const look = () => {
    if (window.location.pathname === pathname)
      remaining = remaining.filter((text) => !putBack(text));
    else remaining = [];
    if (remaining.length === 0) observer.disconnect();
  };
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  look();
}

/** Restores one text; true once its field was found. A field edited since keeps its value. */
function putBack({ place, value }: TypedText): boolean {
  const control = controls().find((found) => placeOf(found) === place);
  if (control === undefined || !isOnly(control, place)) return false;
  if (changed.has(control) && control.value !== '') return true;
  // React installs its own setter and recognizes input only through the browser's setter.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!;
  set!.call(control, value);
  // A select whose options are not loaded yet ignores the value.
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
