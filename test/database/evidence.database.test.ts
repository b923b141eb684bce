import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { type Member, startBank } from '../support/members.ts';

const bank = startBeforeTests(startBank);
let admin: Member;
let other: Member;
beforeAll(async () => {
  admin = await bank.member('admin');
  other = await bank.member('admin');
});

const APPROVE = "select public.approve_model_run($1, null, 'Load tests', 'The team', current_date)";

/** A record whose only evidence is one document. */
async function recordWithEvidence() {
  const path = `${bank.organization}/${randomUUID()}.pdf`;
  const { owner } = bank.database;
  await owner.query(
    `insert into storage.objects (bucket_id, name, version, tenant_id, owner, metadata)
     values ('evidence-vault', $1, gen_random_uuid(), $2, $3, $4)`,
    [
      path,
      bank.organization,
      admin.id,
      { sha256: randomUUID().replaceAll('-', '').repeat(2), size: 10, content: { readable: true } },
    ],
  );
  const document = await owner.query<{ id: string }>(
    `insert into public.evidence_documents (tenant_id, filename, file_type, file_size, storage_path, uploaded_by, org_id)
     values ($1, 'e.pdf', 'application/pdf', 10, $2, $3, $1) returning id`,
    [bank.organization, path, admin.id],
  );
  const record = await owner.query<{ run_id: string }>(
    `insert into public.governance_audit (tenant_id, model_type, dataset_ref) values ($1, 'm', 'd') returning run_id`,
    [bank.organization],
  );
  const [documentId, run] = [document.rows[0]!.id, record.rows[0]!.run_id];
  await owner.query(
    'insert into public.evidence_links (document_id, governance_run_id, tenant_id, linked_by) values ($1, $2, $3, $4)',
    [documentId, run, bank.organization, admin.id],
  );
  return { path, documentId, run };
}

const REMOVALS = {
  'its document': ({ documentId }: { documentId: string }) =>
    ['delete from public.evidence_documents where id = $1', documentId] as const,
  'the link to it': ({ documentId }: { documentId: string }) =>
    ['delete from public.evidence_links where document_id = $1', documentId] as const,
  'its file': ({ path }: { path: string }) =>
    ["delete from storage.objects where bucket_id = 'evidence-vault' and name = $1", path] as const,
};

test.each(Object.entries(REMOVALS))(
  'an approval and the removal of its only evidence never both succeed: %s',
  async (_, removal) => {
    const won = { approval: 0, removal: 0 };
    for (let round = 0; round < 8; round++) {
      const made = await recordWithEvidence();
      const [statement, value] = removal(made);
      const approve: [Member, string, unknown[]] = [admin, APPROVE, [made.run]];
      const remove: [Member, string, unknown[]] = [other, statement, [value]];
      const inOrder = round % 2 === 0 ? [approve, remove] : [remove, approve];
      const said = await bank.together(inOrder);
      const [approved, removed] = round % 2 === 0 ? said : said.toReversed();
      if (approved === 1) {
        won.approval += 1;
        expect([0, 'PT409 A linked record is approved for production']).toContain(removed);
      } else {
        won.removal += 1;
        expect([approved, removed]).toEqual(['PT409 Link at least one evidence document first', 1]);
      }
    }
    expect(won.approval + won.removal).toBe(8);
  },
);

test('after one another both refusals stand, and revoking sets the document free', async () => {
  const { run, documentId } = await recordWithEvidence();
  const remove: [string, string[]] = [
    'delete from public.evidence_documents where id = $1',
    [documentId],
  ];
  const approve: [string, string[]] = [APPROVE, [run]];
  expect(await bank.attempt(admin, approve)).toBe(1);
  expect(await bank.attempt(other, remove)).toBe(
    'PT409 A linked record is approved for production',
  );
  await bank.attempt(admin, ["select public.revoke_model_run($1, 'wrong')", [run]]);
  expect(await bank.attempt(other, remove)).toBe(1);
  expect(await bank.attempt(admin, approve)).toBe(
    'PT409 Link at least one evidence document first',
  );
});
