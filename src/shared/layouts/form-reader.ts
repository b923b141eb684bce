import type { ColumnForm } from '../column-layout.ts';
import { codePattern } from './code-pattern.ts';
import { datetimeParser } from './datetime-parser.ts';
import { numberParser } from './number-parser.ts';
import { pairPattern } from './pair-form.ts';

export function formReader(form: ColumnForm): (text: string) => boolean {
  switch (form.kind) {
    case 'datetime': {
      const parse = datetimeParser(form);
      return (text) => !Number.isNaN(parse(text));
    }
    case 'number': {
      const parse = numberParser(form);
      return (text) => !Number.isNaN(parse(text));
    }
    case 'boolean': {
      const words = [form.trueText.toLowerCase(), form.falseText.toLowerCase()];
      return (text) => words.includes(text.toLowerCase());
    }
    case 'code': {
      const pattern = new RegExp(`^(?:${codePattern(form)})$`);
      return (text) => pattern.test(text) && /[0-9]/.test(text);
    }
    case 'pair': {
      const pattern = new RegExp(`^(?:${pairPattern(form)})$`);
      return (text) => pattern.test(text);
    }
    default:
      return () => true;
  }
}
