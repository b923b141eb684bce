/**
 * What stands on the log: a kind of entry, and what its hash is of. Written by `private.log_entry` in the transaction
 * that does it (migrations/repeatable/22_log.sql); a new kind is a line here and a call there.
 */
export const LOG_ENTRIES = {
  'dataset.uploaded': { label: 'Dataset uploaded', hashOf: 'the uploaded file, with its key' },
  'dataset.blended': { label: 'Dataset blended', hashOf: 'the blended file, with its key' },
  'dataset.deleted': {
    label: 'Dataset deleted',
    hashOf: 'the file that was deleted, with its key',
  },
  'batch.completed': { label: 'Batch completed', hashOf: 'its manifest' },
  'batch.resealed': { label: 'Manifest sealed again', hashOf: 'the manifest with its report' },
  'batch.deleted': { label: 'Batch deleted', hashOf: 'its last manifest' },
  'report.measured': { label: 'Report measured', hashOf: 'the report' },
  'model.approval_requested': {
    label: 'Approval with an exception requested',
    hashOf: 'the approval',
  },
  'model.approved': { label: 'Model approved', hashOf: 'its manifest' },
  'model.lapsed': { label: 'Approval lapsed', hashOf: 'its manifest' },
  'model.revoked': { label: 'Approval revoked', hashOf: 'its manifest' },
  'exceptions.decided': { label: 'Exceptions decided', hashOf: null },
  'exception.decided': { label: 'Case decided', hashOf: null },
  'evidence.uploaded': { label: 'Evidence uploaded', hashOf: 'the document' },
  'evidence.linked': { label: 'Evidence linked', hashOf: null },
  'evidence.unlinked': { label: 'Evidence unlinked', hashOf: null },
  'evidence.deleted': { label: 'Evidence deleted', hashOf: 'the document' },
  'privacy.spent': { label: 'Privacy budget spent', hashOf: 'the entry of the privacy ledger' },
  'role.granted': { label: 'Role granted', hashOf: null },
  'role.withdrawn': { label: 'Role withdrawn', hashOf: null },
  'organization.retention_set': { label: 'Retention or legal hold changed', hashOf: null },
  'key.made': { label: 'API key made', hashOf: 'the hash of the key' },
  'key.revoked': { label: 'API key revoked', hashOf: null },
  'data.exported': { label: 'Data exported', hashOf: 'the file, where it is one' },
} as const;
