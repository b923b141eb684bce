import { MAX_EMAIL_LENGTH, MAX_EVIDENCE_BYTES, MAX_UPLOAD_BYTES, sizeLimit } from './limits.ts';

export const UPLOAD_TOO_LARGE = `File too large. Maximum file size is ${sizeLimit(MAX_UPLOAD_BYTES)}.`;
export const UPLOAD_TYPE_REFUSED = 'Invalid file type. Only .csv and .parquet files are supported.';
export const EVIDENCE_TOO_LARGE = `Maximum file size is ${sizeLimit(MAX_EVIDENCE_BYTES)}`;
export const EVIDENCE_TYPE_REFUSED = 'Only PDF and DOCX files are allowed';

export const EMAIL_INVALID = 'Invalid email format';
export const EMAIL_TOO_LONG = `Email must be less than ${MAX_EMAIL_LENGTH} characters`;
export const PASSWORD_TOO_LONG = 'Password too long';
export const passwordTooShort = (minLength: number): string =>
  `Password must be at least ${minLength} characters`;
export const tooLong = (what: string, maxLength: number): string =>
  `${what} must be at most ${maxLength} characters`;
