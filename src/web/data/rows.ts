import type { InstitutionKind } from '../../shared/institutions.ts';
import type {
  BatchStatus,
  DatasetKind,
  ExceptionStatus,
  RunStatus,
  UserStatus,
} from '../../shared/statuses.ts';
import type { StoredApproval } from '../../shared/stored-approval.ts';

export type Customer = {
  customer_id: string;
  full_name: string;
  email: string;
  city: string | null;
  risk_segment: string | null;
  join_date: string;
};

export type Account = {
  account_id: string;
  account_type: string;
  status: string;
  current_balance: number;
  credit_limit: number | null;
  open_date: string;
};

export type Transaction = {
  txn_id: string;
  amount: number;
  currency: string | null;
  channel: string | null;
  merchant_category: string | null;
  aml_flag: boolean;
  txn_ts: string;
};

export type Dataset = {
  id: string;
  filename: string;
  record_count: number;
  schema: Record<string, string>;
  storage_path: string;
  created_at: string;
  kind: DatasetKind;
  file_size: number;
  sha256: string;
  rejected_count: number;
  uploaded_by: string | null;
  table_set_id: string | null;
  table_name: string | null;
};

export type Run = {
  id: string;
  kind: string;
  subject: Record<string, unknown>;
  status: RunStatus;
  stage: string | null;
  done: number;
  total: number | null;
  error: string | null;
  cancel_requested: boolean;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  updated_at: string;
};

export type Usefulness = 'useful' | 'limited' | 'unfit';

type BatchManifest = { sha256?: string; [key: string]: unknown };

export type GenerationLog = {
  batch_id: string;
  /** Present only if the whole row is read. */
  tenant_id?: string;
  entity_type: string;
  project_id: string | null;
  status: BatchStatus;
  record_count: number;
  privacy_score: number | null;
  quality_score: number | null;
  /** Verdict of the report; null if the batch was not judged. */
  usefulness: Usefulness | null;
  report_url: string | null;
  csv_url: string | null;
  manifest: BatchManifest | null;
  error: string | null;
  created_at: string;
  name: string | null;
  run_id: string | null;
  manifest_id: string | null;
  created_by: string | null;
  deleted_at: string | null;
};

export type PreferredMode = 'synthetic' | 'real' | 'blend';

export type Profile = {
  id: string;
  email: string;
  full_name: string | null;
  org_id: string | null;
  status: UserStatus;
  settings: { preferred_mode?: PreferredMode; [key: string]: unknown };
  organizations: { name: string; four_eyes: boolean; kind: InstitutionKind } | null;
};

export type GovernanceRecord = {
  run_id: string;
  model_type: string;
  dataset_ref: string;
  accuracy_score: number | null;
  risk_score: number | null;
  approved_for_production: boolean;
  approved_at: string | null;
  approved_by: string | null;
  declined_at: string | null;
  declined_by: string | null;
  batch_id: string | null;
  approval_notes: string | null;
  created_by: string | null;
  created_at: string;
  manifest: Record<string, unknown> | null;
  evidence_links: { document_id: string; evidence_documents: { filename: string } | null }[];
  generation_logs: { privacy_score: number | null; usefulness: Usefulness | null } | null;
  current_approvals: Approval[];
};

export type Approval = StoredApproval & {
  file_sha256: string | null;
  report_sha256: string | null;
  manifest_sha256: string | null;
  approved_by: string;
  confirmed_by: string | null;
};

export type EvidenceDocument = {
  id: string;
  filename: string;
  file_type: string;
  file_size: number;
  storage_path: string;
  sha256: string | null;
  uploaded_by: string;
  org_id: string | null;
  is_global: boolean;
  created_at: string;
  evidence_links: { governance_run_id: string }[];
};

export type AnalysisResult = {
  id: string;
  manifest_id: string | null;
  dataset_name: string;
  analysis_type: string;
  clusters: { count: number; items?: { name: string; count: number }[] } | null;
  anomaly_scores: { row: number; score: number }[];
  created_at: string;
  /** Generated batch that was analyzed, if any. */
  batch_id: string | null;
  data_kind: DatasetKind | null;
  ingestion_manifests: { filename: string } | null;
  generation_logs: { manifest: BatchManifest | null } | null;
};

export type Evaluation = {
  labelled: number;
  positives: number;
  auc: number;
  averagePrecision: number;
  capacity: number;
  precisionAtCapacity: number;
  missedShare: number;
  belowMedianShare: number;
};

export type ExceptionCase = {
  row: number;
  score: number;
  band?: string;
  /** True if the row was listed to learn from its decision. */
  explores?: boolean;
  reasons?: string[];
  tags?: string[];
  /** Detectors that rank the row among their highest scores. */
  agreeing?: string[];
  before?: { row: number; values: (string | null)[] }[];
  patterns?: number[];
  values?: Record<string, string | number | boolean | null>;
};

export type ExceptionBatch = {
  id: string;
  batch_name: string;
  exception_count: number;
  threshold_used: number;
  status: ExceptionStatus;
  approval_notes: string | null;
  reviewed_by: string | null;
  reviewed_at: string | null;
  held_by: string | null;
  self_approved: boolean;
  created_by: string | null;
  created_at: string;
  ingestion_manifests: { filename: string } | null;
  pattern_analysis_results: { dataset_name: string; data_kind: DatasetKind | null } | null;
};

export type Organization = {
  id: string;
  name: string;
  domain: string;
  kind: InstitutionKind;
  four_eyes: boolean;
  require_second_factor: boolean;
  /** Minimum age in days before data may be deleted; null for no minimum. */
  retention_days: number | null;
  legal_hold: boolean;
  created_at: string;
};
