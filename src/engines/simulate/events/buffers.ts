import type { Detail, Form } from './payments/detail.ts';

/** Unordered events of one day. `pair` is the other account of a transfer inside the cell. */
export type EventBuffer = {
  count: number;
  second: Int32Array;
  kind: Uint8Array;
  channel: Uint8Array;
  account: Int32Array;
  pair: Int32Array;
  party: Int32Array;
  amount: Float64Array;
  /** Rule that determines the amount or follows the booking; see `rules`. */
  rule: Uint8Array;
  /** Index of the event's planned leg; -1 for none. */
  leg: Int32Array;
  /** Index of the event's row of `payments` in `details`; -1 for none. */
  detail: Int32Array;
  details: Detail[];
};

/** Returns true for rules whose bookings mostly have amount 0: no rows are reserved for them. */
export const isRare = (rule: number): boolean => rule >= rules.overdrawn;

export const rules = {
  /** Spending: without funds declined, or replaced by money from outside. */
  free: 0,
  /** Calendar: without funds declined, or preceded by money from outside. */
  due: 1,
  /** Planned leg with reserved funds. */
  funded: 2,
  interest: 3,
  payOff: 4,
  minimum: 5,
  closure: 6,
  chargeOff: 7,
  /** Loan installment, or the rest of the loan. */
  installment: 8,
  overdrawn: 9,
  overdraftInterest: 10,
} as const;

const FIELDS = [
  'second',
  'kind',
  'channel',
  'account',
  'pair',
  'party',
  'amount',
  'rule',
  'leg',
  'detail',
] as const;

export function eventBuffer(capacity = 1024): EventBuffer {
  return {
    count: 0,
    second: new Int32Array(capacity),
    kind: new Uint8Array(capacity),
    channel: new Uint8Array(capacity),
    account: new Int32Array(capacity),
    pair: new Int32Array(capacity),
    party: new Int32Array(capacity),
    amount: new Float64Array(capacity),
    rule: new Uint8Array(capacity),
    leg: new Int32Array(capacity),
    detail: new Int32Array(capacity),
    details: [],
  };
}

function doubled<T extends Uint8Array | Int32Array | Float64Array>(old: T): T {
  const larger = new (old.constructor as new (length: number) => T)(old.length * 2 + 1024);
  larger.set(old);
  return larger;
}

/**
 * Adds an event. Takes positional numbers because an object per event costs some percent of a
 * whole run; see `EventBuffer`.
 */
export function pushEvent(
  events: EventBuffer,
  second: number,
  kind: number,
  channel: number,
  account: number,
  pair: number,
  party: number,
  amount: number,
  rule: number,
  leg: number,
  detail: Detail | null,
): void {
  const at = events.count++;
  if (at === events.second.length) grow(events, FIELDS);
  events.second[at] = second;
  events.kind[at] = kind;
  events.channel[at] = channel;
  events.account[at] = account;
  events.pair[at] = pair;
  events.party[at] = party;
  events.amount[at] = amount;
  events.rule[at] = rule;
  events.leg[at] = leg;
  events.detail[at] = detail === null ? -1 : events.details.push(detail) - 1;
}

/** Booked rows in file order; at most one chunk of a cell at a time. */
export type RowBuffer = {
  count: number;
  seconds: Float64Array;
  account: Int32Array;
  kind: Uint8Array;
  status: Uint8Array;
  channel: Uint8Array;
  device: Uint8Array;
  category: Uint8Array;
  flag: Uint8Array;
  party: Int32Array;
  amount: Float64Array;
  balance: Float64Array;
  /** Code of booking and value date in the calendar's `dates`; 0 for declined and pending rows. */
  dates: Int32Array;
  notes: NoteBuffer;
};

/** Rows of `payments` of a chunk; `form` is a place in `forms`. */
export type NoteBuffer = {
  count: number;
  row: Int32Array;
  form: Int32Array;
  related: Int32Array;
  agreement: Int32Array;
  original: Float64Array;
  forms: Form[];
  /** Number of the chunk in this process. */
  chunk: number;
};

const NOTE_FIELDS = ['row', 'form', 'related', 'agreement', 'original'] as const;

/** Chunks begun so far. */
let chunks = 0;

function noteBuffer(capacity: number): NoteBuffer {
  return {
    count: 0,
    row: new Int32Array(capacity),
    form: new Int32Array(capacity),
    related: new Int32Array(capacity),
    agreement: new Int32Array(capacity),
    original: new Float64Array(capacity),
    forms: [],
    chunk: ++chunks,
  };
}

const ROW_FIELDS = [
  'seconds',
  'account',
  'kind',
  'status',
  'channel',
  'device',
  'category',
  'flag',
  'party',
  'amount',
  'balance',
  'dates',
] as const;

export function rowBuffer(capacity: number): RowBuffer {
  return {
    count: 0,
    seconds: new Float64Array(capacity),
    account: new Int32Array(capacity),
    kind: new Uint8Array(capacity),
    status: new Uint8Array(capacity),
    channel: new Uint8Array(capacity),
    device: new Uint8Array(capacity),
    category: new Uint8Array(capacity),
    flag: new Uint8Array(capacity),
    party: new Int32Array(capacity),
    amount: new Float64Array(capacity),
    balance: new Float64Array(capacity),
    dates: new Int32Array(capacity),
    notes: noteBuffer(capacity >> 2),
  };
}

export function clearRows(rows: RowBuffer): void {
  rows.count = 0;
  rows.notes.count = 0;
  rows.notes.forms = [];
  rows.notes.chunk = ++chunks;
}

function grow(buffer: object, fields: readonly string[]): void {
  const arrays = buffer as Record<string, Int32Array>;
  for (const field of fields) arrays[field] = doubled(arrays[field]);
}

export const growRows = (rows: RowBuffer): void => grow(rows, ROW_FIELDS);

export const growNotes = (notes: NoteBuffer): void => grow(notes, NOTE_FIELDS);

/** Returns the place of a form in a chunk's list, to which it is added at its first row. */
export function placeOfForm(notes: NoteBuffer, form: Form): number {
  if (form.chunk !== notes.chunk) {
    form.chunk = notes.chunk;
    form.place = notes.forms.push(form) - 1;
  }
  return form.place;
}

/** Returns the detail of an event, without the row's number. */
export const detailAt = ({ detail, details }: EventBuffer, at: number): Detail | null =>
  detail[at] < 0 ? null : details[detail[at]];
