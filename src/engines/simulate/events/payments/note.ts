import { kindCode, kindNames, kinds } from '../kinds.ts';
import type { Run } from '../run.ts';
import { DECLINED } from '../write-row.ts';
import { type Detail, declineReason, formOf } from './detail.ts';
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
  const { noted, state } = run;
  const own = detail ?? (instant ? instantDetail(state.country) : null);
  const reason = () => declineReason(kinds[kindNames[kind]].ledger, state.country);
  const form = status === DECLINED ? formOf(own?.form.event ?? 'declined', reason()) : own!.form;
  noted.rows.push(run.generated - 1);
  noted.forms.push(form);
  noted.related.push(own?.related ?? -1);
  noted.agreements.push(own?.agreement ?? 0);
  noted.originals.push(own?.original ?? Number.NaN);
}
