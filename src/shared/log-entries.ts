/** Log entry kinds and hashed content, written by `private.log_entry` (repeatable/25_log.sql). */
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
  'model.recorded': { label: 'Model or analysis recorded', hashOf: 'its manifest' },
  'model.approval_requested': {
    label: 'Approval with an exception requested',
    hashOf: 'the approval',
  },
  'model.approved': { label: 'Model approved', hashOf: 'its manifest' },
  'model.lapsed': { label: 'Approval lapsed', hashOf: 'its manifest' },
  'model.revoked': { label: 'Approval revoked', hashOf: 'its manifest' },
  'review.decided': { label: 'Exception batch decided', hashOf: null },
  'case.decided': { label: 'Case decided', hashOf: null },
  'evidence.uploaded': { label: 'Evidence uploaded', hashOf: 'the document' },
  'evidence.linked': { label: 'Evidence linked', hashOf: null },
  'evidence.unlinked': { label: 'Evidence unlinked', hashOf: null },
  'evidence.deleted': { label: 'Evidence deleted', hashOf: 'the document' },
  'privacy.spent': { label: 'Privacy budget spent', hashOf: 'the entry of the privacy ledger' },
  'role.granted': { label: 'Role granted', hashOf: null },
  'role.withdrawn': { label: 'Role withdrawn', hashOf: null },
  'user.status_set': { label: 'User disabled or enabled', hashOf: null },
  'user.moved': { label: 'User moved', hashOf: null },
  'user.renamed': { label: 'User renamed', hashOf: 'name and email address, with their key' },
  'user.erased': { label: 'Person erased', hashOf: null },
  'organization.rules_set': { label: 'Maker-checker or second factor changed', hashOf: null },
  'organization.renamed': {
    label: 'Organization renamed',
    hashOf: 'name and domain, with their key',
  },
  'organization.retention_set': { label: 'Retention or legal hold changed', hashOf: null },
  'organization.deletion_requested': { label: 'Deletion of organization requested', hashOf: null },
  'organization.deletion_withdrawn': { label: 'Deletion of organization withdrawn', hashOf: null },
  'organization.deleted': { label: 'Organization deleted', hashOf: 'the receipt' },
  'key.made': { label: 'API key created', hashOf: 'the hash of the key' },
  'key.revoked': { label: 'API key revoked', hashOf: null },
  'pack.made': { label: 'Evidence pack made', hashOf: 'pack.json' },
  'data.exported': { label: 'Data exported', hashOf: 'the file, if any' },
} as const;

/** Present names of kinds that older entries were sealed with. */
export const FORMER_LOG_ENTRIES: Readonly<Record<string, keyof typeof LOG_ENTRIES>> = {
  'exceptions.decided': 'review.decided',
  'exception.decided': 'case.decided',
};
