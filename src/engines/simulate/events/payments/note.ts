import { growNotes, placeOfForm } from '../buffers.ts';
import { kindCode, kindNames, kinds } from '../kinds.ts';
import type { Run } from '../run.ts';
import { DECLINED } from '../write-row.ts';
import { type Detail, declineReason, formOf, NO_DETAIL } from './detail.ts';
import { instantDetail, isInstant } from './instant.ts';

const isTransfer = (kind: number): boolean =>
  kind === kindCode.transferOut || kind === kindCode.transferIn;

export const isInstantRow = ({ state, dayIndex, instant }: Run, kind: number, amount: number) =>
  instant > 0 && isTransfer(kind) && isInstant(amount, state.calendar.start + dayIndex, instant);

/**
 * Notes the row of `payments` of the row that was written last, if it has one. Takes positional
 * parameters because it is called for each row.
 */
export function note(
  run: Run,
  kind: number,
  status: number,
  instant: boolean,
  detail: Detail | null,
): void {
  if (detail === null && !instant && status !== DECLINED) return;
  const { state } = run;
  const { notes } = run.rows;
  const own = detail ?? (instant ? instantDetail(state.country) : null);
  let { form } = own ?? NO_DETAIL;
  if (status === DECLINED) {
    const reason = declineReason(kinds[kindNames[kind]].ledger, state.country);
    form = formOf(own === null ? 'declined' : form.event, reason);
  }
  const { related, agreement, original } = own ?? NO_DETAIL;
  if (notes.count === notes.row.length) growNotes(notes);
  const at = notes.count++;
  notes.row[at] = run.generated - 1;
  notes.form[at] = placeOfForm(notes, form);
  notes.related[at] = related;
  notes.agreement[at] = agreement;
  notes.original[at] = original;
}
