/** Rows as the data service gives them. */

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

export type DatasetKind = 'upload' | 'synthetic' | 'blend';

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
};

export type RunStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

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

export type BatchManifest = { sha256?: string; [key: string]: unknown };

export type GenerationLog = {
  batch_id: string;
  entity_type: string;
  project_id: string | null;
  status: RunStatus;
  record_count: number;
  privacy_score: number | null;
  quality_score: number | null;
  report_url: string | null;
  csv_url: string | null;
  manifest: BatchManifest | null;
  error: string | null;
  created_at: string;
};

export type PreferredMode = 'synthetic' | 'real' | 'blend';

export type Profile = {
  id: string;
  email: string;
  full_name: string | null;
  org_id: string | null;
  status: 'active' | 'disabled';
  settings: { preferred_mode?: PreferredMode; [key: string]: unknown };
  organizations: { name: string } | null;
};

export type Role = 'superadmin' | 'admin' | 'pilot_user';
