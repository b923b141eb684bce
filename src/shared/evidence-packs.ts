/** Response header of `evidence-pack` that names a pack without a receipt, by the SHA-256 of its index. */
export const PENDING_HEADER = 'x-pack-pending';

/** Ending of a receipt beside an archive. */
export const RECEIPT_ENDING = '.receipt.json';
