import { refuseAt } from '../refuse.ts';

/** Limit far above the longest line of any format. */
const MAX_LINE = 200_000;
const LINE_END = /\r\n|\n|\r/;

type LineReader = { push: (text: string) => void; end: () => void };

/** Emits whole lines without line ends (of any kind), counted from 1. */
export function readLines(onLine: (line: string, number: number) => void, onEnd: () => void) {
  let rest = '';
  let number = 0;
  const take = (line: string) => {
    number++;
    if (line.length > MAX_LINE)
      refuseAt({ line: number, path: null }, `it has more than ${MAX_LINE} characters.`);
    onLine(line, number);
  };
  const reader: LineReader = {
    push: (text) => {
      let whole = rest + text;
      // A final carriage return may be the first half of a line end.
      const open = whole.endsWith('\r') ? '\r' : '';
      if (open !== '') whole = whole.slice(0, -1);
      const lines = whole.split(LINE_END);
      rest = lines.pop()! + open;
      for (const line of lines) take(line);
      if (rest.length > MAX_LINE) take(rest);
    },
    end: () => {
      const last = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
      if (last !== '') take(last);
      onEnd();
    },
  };
  return reader;
}
