/** Statuses stored in the database. A test compares them with its check constraints. */

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Status of a batch: that of its run, until rows and files are deleted. */
export const BATCH_STATUSES = [...RUN_STATUSES, 'deleted'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const EXCEPTION_STATUS_LABELS = {
  pending: 'Pending',
  under_review: 'Under Review',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;
export type ExceptionStatus = keyof typeof EXCEPTION_STATUS_LABELS;
export const EXCEPTION_STATUSES = Object.keys(
  EXCEPTION_STATUS_LABELS,
) as readonly ExceptionStatus[];

export const APPROVAL_LABELS = {
  pending: 'Pending',
  awaiting: 'Awaiting a second approver',
  approved: 'Approved',
  lapsed: 'Lapsed',
} as const;
export type ApprovalStatus = keyof typeof APPROVAL_LABELS;
export const APPROVAL_STATUSES = Object.keys(APPROVAL_LABELS) as readonly ApprovalStatus[];

export const CASE_DECISIONS = ['approved', 'rejected'] as const;
export type CaseDecision = (typeof CASE_DECISIONS)[number];

export const USER_STATUSES = ['active', 'disabled'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const DATASET_KINDS = ['upload', 'synthetic', 'blend'] as const;
export type DatasetKind = (typeof DATASET_KINDS)[number];

export const CASE_STATUSES = ['open', 'escalated', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** Outcomes of a closed case. */
export const CASE_OUTCOMES = {
  reported: 'Reported to the authority',
  confirmed: 'Confirmed, not reported',
  cleared: 'Cleared',
  data_error: 'Data error',
} as const;
export type CaseOutcome = keyof typeof CASE_OUTCOMES;
