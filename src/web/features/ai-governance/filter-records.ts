import { type ApprovalState, approvalState } from '../../data/approval-state.ts';
import type { GovernanceRecord } from '../../data/rows.ts';

export type RecordStatus = ApprovalState['kind'];

export function filterRecords(
  records: readonly GovernanceRecord[],
  filter: { typed: string; status: RecordStatus | undefined },
): readonly GovernanceRecord[] {
  const needle = filter.typed.trim().toLowerCase();
  return records.filter(
    (record) =>
      (filter.status === undefined || approvalState(record).kind === filter.status) &&
      [record.model_type, record.dataset_ref, record.run_id].some((text) =>
        text?.toLowerCase().includes(needle),
      ),
  );
}
