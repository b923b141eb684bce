import { civilFromDays, weekdayOf } from '../civil-date.ts';
import type { DatetimeForm } from '../column-layout.ts';
import { EPOCHS } from './epochs.ts';
import { inCase, NAME_SETS } from './names.ts';
import { tokensOf } from './pattern-tokens.ts';

const DAY_SECONDS = 86_400;

type Parts = {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
  second: number;
  micros: number;
  moment: number;
};

function partsOf(moment: number, offset: number): Parts {
  const local = moment + offset * 60_000;
  let seconds = Math.floor(local / 1000);
  let micros = Math.round((local - seconds * 1000) * 1000);
  if (micros === 1_000_000) {
    seconds++;
    micros = 0;
  }
  const days = Math.floor(seconds / DAY_SECONDS);
  const clock = seconds - days * DAY_SECONDS;
  return {
    ...civilFromDays(days),
    weekday: (weekdayOf(days) + 1) % 7,
    hour: Math.floor(clock / 3600),
    minute: Math.floor(clock / 60) % 60,
    second: clock % 60,
    micros,
    moment,
  };
}

const pad = (value: number, width: number) => String(value).padStart(width, '0');
const hour12 = (hour: number) => hour % 12 || 12;

function offsetText(offset: number, token: string): string {
  const size = Math.abs(offset);
  const hours = `${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}`;
  if (token === '+hh') return hours;
  return `${hours}${token === '+hh:mm' ? ':' : ''}${pad(size % 60, 2)}`;
}

type Write = (parts: Parts) => string;

const WRITERS: Record<string, Write> = {
  YYYY: ({ year }) => pad(year, 4),
  YY: ({ year }) => pad(year % 100, 2),
  MM: ({ month }) => pad(month, 2),
  M: ({ month }) => String(month),
  DD: ({ day }) => pad(day, 2),
  D: ({ day }) => String(day),
  Q: ({ month }) => String(Math.ceil(month / 3)),
  HH: ({ hour }) => pad(hour, 2),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => pad(hour12(hour), 2),
  h: ({ hour }) => String(hour12(hour)),
  mm: ({ minute }) => pad(minute, 2),
  ss: ({ second }) => pad(second, 2),
  F: ({ micros }) => (micros === 0 ? '' : `.${pad(micros, 6).replace(/(?<!0)0+$/, '')}`),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  Z: () => 'Z',
};

function writerOf(token: string, { names, letters, offset }: DatetimeForm): Write {
  const writer = WRITERS[token];
  if (writer !== undefined) return writer;
  const epoch = EPOCHS[token];
  if (epoch !== undefined)
    return ({ moment }) => String(Math.floor((moment - epoch.origin) / epoch.unit));
  const words = names === null ? null : NAME_SETS[names];
  if (token === 'MMM') return ({ month }) => inCase(words?.months[month - 1] ?? '', letters);
  if (token === 'ddd') return ({ weekday }) => inCase(words?.weekdays[weekday] ?? '', letters);
  if (token.startsWith('+')) {
    const text = offsetText(offset ?? 0, token);
    return () => text;
  }
  const digits = token.length;
  return ({ micros }) => pad(micros, 6).slice(0, digits).padEnd(digits, '0');
}

export function datetimeWriter(form: DatetimeForm): (moment: number) => string {
  const writers = tokensOf(form.pattern).map((token): Write => {
    if (token.kind === 'field') return writerOf(token.token, form);
    return () => token.text;
  });
  const offset = form.offset ?? 0;
  return (moment) => {
    const parts = partsOf(moment, offset);
    let text = '';
    for (let i = 0; i < writers.length; i++) text += writers[i]!(parts);
    return text;
  };
}
