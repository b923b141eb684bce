import { type ApprovalState, approvalState } from '../../data/approval-state.ts';
import type { GovernanceRecord } from '../../data/rows.ts';

export type RecordStatus = ApprovalState['kind'];

/** Records of one status, or of all, whose model, dataset or run id holds what was typed, in any case. */
export function filterRecords(
  records: readonly GovernanceRecord[],
  filter: { typed: string; status: RecordStatus | undefined },
): readonly GovernanceRecord[] {
  const wanted = filter.typed.trim().toLowerCase();
  return records.filter(
    (record) =>
      (filter.status === undefined || approvalState(record).kind === filter.status) &&
      [record.model_type, record.dataset_ref, record.run_id].some((text) =>
        text?.toLowerCase().includes(wanted),
      ),
  );
}
