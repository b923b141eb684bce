import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { APPROVE, recordWithEvidence as linkedRecord } from '../support/linked-record.ts';
import { type Member, startBank } from '../support/members.ts';
import { withoutTriggers } from '../support/without-triggers.ts';

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
};

test.each(Object.entries(REMOVALS))(
  'an approval and the removal of its only evidence never both succeed: %s',
  async (_, removal) => {
    const won = { approval: 0, removal: 0 };
    for (let round = 0; round < 8; round++) {
      const record = await recordWithEvidence();
      const [statement, value] = removal(record);
      const approve: [Member, string, unknown[]] = [admin, APPROVE, [record.run]];
      const remove: [Member, string, unknown[]] = [other, statement, [value]];
      const inOrder = round % 2 === 0 ? [approve, remove] : [remove, approve];
      const outcomes = await bank.together(inOrder);
      const [approved, removed] = round % 2 === 0 ? outcomes : outcomes.toReversed();
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

test('the file of a document goes with its row alone, also while both happen at once', async () => {
  const { documentId, path } = await recordWithEvidence();
  const file: [string, string[]] = ['delete from storage.objects where name = $1', [path]];
  expect(await bank.attempt(admin, file)).toBe(
    'PT409 This file belongs to a document. Delete the document; its file is deleted with it.',
  );
  const document = 'delete from public.evidence_documents where id = $1';
  const [byRow] = await bank.together([
    [admin, document, [documentId]],
    [other, file[0], file[1]],
  ]);
  expect(byRow).toBe(1);
  const { rows } = await bank.database.owner.query('select from storage.objects where name = $1', [
    path,
  ]);
  expect(rows).toEqual([]);
});

test('a file that differs from its row is refused when it is linked and when it is approved', async () => {
  const { run, path, documentId } = await recordWithEvidence();
  const second = await recordWithEvidence();
  await withoutTriggers(
    bank,
    `update storage.objects set metadata = metadata || '{"sha256": "other"}' where name = $1`,
    [path],
  );
  const refusal =
    'PT409 The file of e.pdf does not match its recorded hash: delete the document and upload it again';
  expect(await bank.attempt(admin, [APPROVE, [run]])).toBe(refusal);
  expect(
    await bank.attempt(admin, [
      'insert into public.evidence_links (document_id, governance_run_id) values ($1, $2)',
      [documentId, second.run],
    ]),
  ).toBe(refusal);
});
