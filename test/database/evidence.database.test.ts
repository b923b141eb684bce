import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { APPROVE, recordWithEvidence as linkedRecord } from '../support/linked-record.ts';
import { type Member, startBank } from '../support/members.ts';

const bank = startBeforeTests(startBank);
let admin: Member;
let other: Member;
beforeAll(async () => {
  admin = await bank.member('admin');
  other = await bank.member('admin');
});

const recordWithEvidence = () => linkedRecord(bank, admin);

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
