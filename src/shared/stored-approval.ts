export type StoredApproval = {
  state: 'approved' | 'awaiting' | 'lapsed';
  lapsed_because: string | null;
  intended_use: string;
  audience: string;
  expires_on: string;
  notes: string | null;
  exception_name: string | null;
  exception_reason: string | null;
  evidence: { filename: string; sha256: string | null }[];
  sha256: string;
  approved_at: string;
  confirmed_at: string | null;
  /** False if maker-checker was off; null if unknown. */
  maker_checker: boolean | null;
};

export const MAKER_CHECKER_OFF = 'Approved while maker-checker was off.';
