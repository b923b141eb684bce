import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { personalForm } from '../../meaning/persons/personal-form.ts';
import { personalLanguage } from '../../meaning/persons/personal-style.ts';
import { findPayments } from '../../meaning/statement/payees.ts';
import { findTextPayees, withoutOthers } from '../../meaning/statement/text-payees.ts';
import type { Table } from '../../table/table.ts';
import { columnsOfSides, joinSides } from '../columns/amount-sides.ts';
import { textStyle } from '../columns/text-style.ts';
import { groupsOf } from './groups-of-persons.ts';
import { learnedTexts, withConstantIds } from './learned-texts.ts';
import { IBAN_PLACE, NO_TEXT, type Payments, personWord } from './payments.ts';
import { daysOf, distinct, seenIn, templatesOf, withWords, wordAt } from './read-payments.ts';
import { findRecurring } from './recurring-payments.ts';
import { HAS_PLACE } from './text-places.ts';

/**
 * Replaces a statement's private payees by numbered persons of each account, and the parts of its
 * texts that follow from the row by places. Firms stay as they are.
 *
 * @returns null for a table without private payees, or if a user decided what the payees are
 */
export function encodePayments(
  file: Table,
  { roles = {}, threshold }: { roles?: DeclaredColumns | undefined; threshold: number },
): { table: Table; payments: Payments; columns: string[] } | null {
  const found = findPayments(file);
  const inTexts = found === null ? findTextPayees(file) : null;
  const read = inTexts?.table ?? file;
  const own = inTexts?.columns ?? found;
  if (own === null) return null;
  const { sides, ...columns } = own;
  const nameOf = (at: number) => file.columns[at]?.name ?? '';
  const used =
    inTexts === null
      ? [columns.payee, columns.text, columns.iban].filter((at) => at >= 0)
      : [columns.text];
  if (used.some((at) => Object.hasOwn(roles, nameOf(at)) && roles[nameOf(at)] !== 'person'))
    return null;
  if (sides !== null && columnsOfSides(sides).some((at) => Object.hasOwn(roles, nameOf(at))))
    return null;
  if (used.some((at) => distinct(read.columns[at]).some((text) => HAS_PLACE.test(text))))
    return null;
  const seen = seenIn(read, columns, inTexts?.firms);
  const isOne = columns.account < 0 && inTexts === null;
  const table = isOne ? withoutOthers(read, columns.text, seen.partsAt) : read;
  const { payee, of, count, firms, persons } = seen;
  const templates = templatesOf(table, seen);
  const groups = groupsOf(payee, { of, count, firms, templates, threshold });
  const wordOf = (row: number): string | null => {
    const name = wordAt(payee, row);
    if (name === undefined) return null;
    if (firms.has(name)) return inTexts === null ? name : (templates[row]?.text ?? null);
    return personWord(groups.at(row));
  };
  const words = Array.from({ length: table.rows }, (_, row) => wordOf(row));
  const texts = withConstantIds(templates, { words, of, payees: payee.codes });
  const ibans = distinct(table.columns[columns.iban]);
  const amounts = (sides === null ? table : joinSides(table, sides)).columns[columns.amount];
  const named = personalLanguage(
    [
      { personal: 'person_name', texts: persons },
      { personal: 'iban', texts: ibans },
    ],
    threshold,
  );
  const language =
    named ?? (inTexts && textStyle(distinct(table.columns[columns.text]), threshold).language);
  const formOf = (personal: 'person_name' | 'iban', own: readonly string[]) =>
    personalForm({ personal, texts: [...new Set(own)] }, { language, threshold });
  const encoded: [number, readonly (string | null)[]][] =
    inTexts === null
      ? [
          [columns.payee, words],
          [columns.text, texts],
          [
            columns.iban,
            words.map((_, row) =>
              wordAt(table.columns[columns.iban], row) === undefined ? null : IBAN_PLACE,
            ),
          ],
        ]
      : [[columns.text, words]];
  return {
    columns: used.map(nameOf),
    table: withWords(file, new Map(encoded)),
    payments: {
      ...columns,
      ...(inTexts !== null && { payee: columns.text, text: -1, inTexts: true }),
      ...(sides !== null && { sides }),
      name: formOf('person_name', persons),
      ...(columns.iban >= 0 && { ibanForm: formOf('iban', ibans) }),
      persons: groups.counts,
      parts: groups.parts,
      texts: learnedTexts(texts, {
        words,
        of,
        count,
        threshold,
        amounts,
        ibans: table.columns[columns.iban],
      }),
      recurring:
        count > 1
          ? []
          : findRecurring(words, {
              texts: words.map((_, row) => texts[row] ?? NO_TEXT),
              days: daysOf(table.columns[columns.date]),
              amounts,
              threshold,
            }),
    },
  };
}
