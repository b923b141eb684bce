import type { Balance, Collector, FormatReader } from '../model.ts';
import { refuseAt, shown } from '../refuse.ts';
import { readLines } from '../text/read-lines.ts';
import type { MtField } from './field.ts';
import { createMtMessage } from './message.ts';

const FIELD = /^:(\d\d[A-Z]?|NS):(.*)$/s;
/** Blocks of SWIFT's envelope; the text begins after the fourth. */
const TEXT_BLOCK = /^(\{.*\{4:)(.*)$/s;
const END = /^-\}?/;
const MAX_FIELD = 20_000;

/** Reads MT940 and MT942: statements and interim reports, with or without SWIFT's envelope. */
export function readMt940(kind: 'mt940' | 'mt942') {
  return (collector: Collector): FormatReader => {
    let field: MtField | null = null;
    let message: ReturnType<typeof createMtMessage> | null = null;
    let envelope: string[] = [];
    let messages = 0;
    /** Expected opening balances of the next messages of multi-message statements. */
    const pages = new Map<string, Balance>();

    const endField = () => {
      if (field !== null) message?.take(field);
      field = null;
    };
    const endMessage = (line: number) => {
      endField();
      message?.end({ line, path: null });
      message = null;
    };
    const onLine = (given: string, line: number): void => {
      const block = TEXT_BLOCK.exec(given);
      if (block !== null) {
        if (message !== null) endMessage(line);
        envelope.push(block[1]!);
        onLine(block[2]!, line);
        return;
      }
      const match = FIELD.exec(given);
      if (match !== null) {
        endField();
        if (match[1] === '20') {
          if (message !== null) endMessage(line);
          messages++;
          message = createMtMessage({ kind, collector, envelope, line, pages });
          envelope = [];
        } else if (message === null)
          refuseAt(
            { line, path: null },
            `field :${match[1]}: is outside a message: :20: is missing.`,
          );
        field = { tag: match[1]!, text: match[2]!, line };
      } else if (END.test(given) && message !== null) endMessage(line);
      else if (field !== null) {
        field.text += `\n${given}`;
        if (field.text.length > MAX_FIELD)
          refuseAt(
            { line, path: null },
            `field :${field.tag}: has more than ${MAX_FIELD} characters.`,
          );
      } else if (given.trim() !== '') {
        if (message !== null)
          refuseAt({ line, path: null }, `${shown(given)} belongs to no field.`);
        envelope.push(given);
        if (envelope.length > 20) refuseAt({ line, path: null }, 'too many lines without a field.');
      }
    };
    let last = 1;
    return readLines(
      (line, number) => {
        last = number;
        onLine(line, number);
      },
      () => {
        endMessage(last);
        if (messages === 0)
          refuseAt({ line: 1, path: null }, 'the file contains no message (:20:).');
      },
    );
  };
}
