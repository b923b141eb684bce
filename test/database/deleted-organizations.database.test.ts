import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { APPROVE, recordWithEvidence } from '../support/linked-record.ts';
import {
  type Bank,
  type Member,
  makeMember,
  makeOrganization,
  startBank,
} from '../support/members.ts';

const bank = startBeforeTests(startBank);
let first: Member;
let second: Member;
beforeAll(async () => {
  [first, second] = [await bank.member('superadmin'), await bank.member('superadmin')];
});

const owner = async (statement: string, values: unknown[] = []) =>
  (await bank.database.owner.query(statement, values)).rows;

/** An organization of its own with an administrator, as the helpers expect it. */
async function newBank(): Promise<{ own: Bank; admin: Member }> {
  const organization = await makeOrganization(bank.database);
  const own = { ...bank, organization };
  return { own, admin: await makeMember(bank.database, { role: 'admin', organization }) };
}
const request = (by: Member, organization: string) =>
  bank.attempt(by, [
    "select public.request_organization_deletion($1, 'Contract ended')",
    [organization],
  ]);

/** Runs both steps of a confirmation, as the server does. */
async function erase(by: Member, organization: string): Promise<string> {
  const claims = by.caller.role === 'authenticated' ? by.caller.claims : null;
  const client = await bank.database.owner.connect();
  try {
    for (const step of ['stop_organization', 'erase_organization']) {
      await client.query('begin');
      await client.query('select private.begin_request($1)', [JSON.stringify(claims)]);
      await client.query(`select private.${step}($1)`, [organization]);
      await client.query('commit');
    }
    return 'deleted';
  } catch (error) {
    await client.query('rollback');
    return (error as Error).message;
  } finally {
    client.release();
  }
}

test('approvals in force, privacy ledgers and closed histories go with their organization', async () => {
  const { own, admin } = await newBank();
  const { organization } = own;
  const { run } = await recordWithEvidence(own, admin);
  expect(await bank.attempt(admin, [APPROVE, [run]])).toBe(1);
  const [source] = await owner(
    `insert into public.privacy_sources (tenant_id, name, unit, budget_epsilon, budget_rho, budget_delta)
     values ($1, 's', 'customer', 1, 1, 1) returning id`,
    [organization],
  );
  await owner("insert into private.privacy_sketches values ('e', $1)", [source.id]);
  expect(await request(first, organization)).toBe(1);
  expect(await erase(second, organization)).toBe('deleted');
  const [{ receipt }] = await owner('select private.deletion_receipt($1) as receipt', [
    organization,
  ]);
  expect(receipt.deleted).toMatchObject({ tables: {}, members: 0 });
  const trail = await owner(
    'select action, actor_email, detail from audit.events where tenant_id = $1 order by id',
    [organization],
  );
  expect(trail.map(({ action }) => action)).toContain('model.approved');
  expect(trail.filter(({ actor_email }) => actor_email === admin.email)).toEqual([]);
  expect(trail.at(-1)).toMatchObject({ action: 'organization.deleted' });
  const salts = await owner('select id from private.commitment_salts where id = any ($1)', [
    [organization, admin.id],
  ]);
  expect(salts).toEqual([]);
});

test('a global document that another organization links stays, without its giver', async () => {
  const [giver, user] = [await newBank(), await newBank()];
  const global = async (path: string) => {
    await owner(
      `insert into storage.objects (bucket_id, name, version, tenant_id, owner, metadata)
       values ('evidence-vault', $1, gen_random_uuid(), $2, $3, $4)`,
      [path, giver.own.organization, giver.admin.id, { sha256: 'a'.repeat(64), size: 10 }],
    );
    expect(
      await bank.attempt(giver.admin, [
        `insert into public.evidence_documents (filename, file_type, file_size, storage_path, uploaded_by, is_global)
         values ('g.pdf', 'application/pdf', 10, $1, $2, true)`,
        [path, giver.admin.id],
      ]),
    ).toBe(1);
    const [row] = await owner('select * from public.evidence_documents where storage_path = $1', [
      path,
    ]);
    return row;
  };
  const [linked, unlinked] = [await global('global/a.pdf'), await global('global/b.pdf')];
  for (const id of [giver.own.organization, giver.admin.id]) {
    expect(JSON.stringify(linked)).not.toContain(id);
  }
  const { run } = await recordWithEvidence(user.own, user.admin);
  const link =
    'insert into public.evidence_links (document_id, governance_run_id, linked_by) values ($1, $2, $3)';
  expect(await bank.attempt(user.admin, [link, [linked.id, run, user.admin.id]])).toBe(1);
  await request(first, giver.own.organization);
  expect(await erase(second, giver.own.organization)).toBe('deleted');
  const left = await owner('select id from public.evidence_documents where id = any ($1)', [
    [linked.id, unlinked.id],
  ]);
  expect(left).toEqual([{ id: linked.id }]);
  const objects = await owner(
    "select name, tenant_id, owner from storage.objects where name like 'global/%'",
  );
  expect(objects).toEqual([{ name: 'global/a.pdf', tenant_id: null, owner: null }]);
});

test('only the giver and superadmins delete a global document', async () => {
  const [giver, other] = [await newBank(), await newBank()];
  await owner(
    `insert into storage.objects (bucket_id, name, version, tenant_id, owner, metadata)
     values ('evidence-vault', 'global/c.pdf', gen_random_uuid(), $1, $2, $3)`,
    [giver.own.organization, giver.admin.id, { sha256: 'b'.repeat(64), size: 10 }],
  );
  const insert = `insert into public.evidence_documents (filename, file_type, file_size, storage_path, uploaded_by, is_global)
    values ('c.pdf', 'application/pdf', 10, 'global/c.pdf', $1, true)`;
  expect(await bank.attempt(other.admin, [insert, [giver.admin.id]])).toMatch(/^42501/);
  expect(await bank.attempt(giver.admin, [insert, [giver.admin.id]])).toBe(1);
  const remove = "delete from public.evidence_documents where storage_path = 'global/c.pdf'";
  expect(await bank.attempt(other.admin, [remove])).toBe(0);
  expect(await bank.attempt(giver.admin, [remove])).toBe(1);
  expect(await owner("select from storage.objects where name = 'global/c.pdf'")).toEqual([]);
});

test('a request by somebody who is no superadmin any more confirms nothing', async () => {
  const { own } = await newBank();
  const gone = await bank.member('superadmin');
  expect(await request(gone, own.organization)).toBe(1);
  await owner('delete from public.user_roles where user_id = $1', [gone.id]);
  expect(await erase(second, own.organization)).toMatch(/no longer an active superadmin/);
  await bank.attempt(first, [
    'select public.withdraw_organization_deletion($1)',
    [own.organization],
  ]);
  expect(await request(first, own.organization)).toBe(1);
  await owner('update public.organizations set legal_hold = true where id = $1', [
    own.organization,
  ]);
  expect(await erase(second, own.organization)).toMatch(/^Legal hold/);
});

test('outside a deletion no statement changes the audit trail', async () => {
  const { own } = await newBank();
  await request(first, own.organization);
  const change = bank.database.owner.query("update audit.events set detail = '{}'");
  await expect(change).rejects.toThrow('The audit trail is append-only');
});
