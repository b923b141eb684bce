import { afterAll, beforeAll, expect, test } from 'vitest';
import { attempt, type Member, makeMember, together } from '../support/members.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let db: TestDatabase;
let root: Member;
beforeAll(async () => {
  db = await createTestDatabase();
  root = await makeMember(db.database, { role: 'superadmin' });
});
afterAll(() => db?.close());

const INSERT = 'insert into public.organizations (name, domain) values ($1, $2)';
const make = (name: string, domain: string) => attempt(db.database, root, [INSERT, [name, domain]]);

test('organizations that differ in case or blanks alone are refused in words, and blanks go', async () => {
  expect(await make('  Twin Bank ', ' twin.example\t')).toBe(1);
  expect(await make('TWIN  bank', 'other.example')).toBe(
    'PT409 An organization named "TWIN  bank" already exists',
  );
  expect(await make('Another', 'TWIN.example ')).toBe(
    'PT409 An organization with the domain "TWIN.example" already exists',
  );
  expect(await make('Another', 'another.example')).toBe(1);
  const rename = "update public.organizations set name = 'twin bank' where name = 'Another'";
  expect(await attempt(db.database, root, [rename])).toBe(
    'PT409 An organization named "twin bank" already exists',
  );
  const { rows } = await db.database.owner.query(
    'select name, domain from public.organizations order by name',
  );
  expect(rows).toEqual([
    { name: 'Another', domain: 'another.example' },
    { name: 'Twin Bank', domain: 'twin.example' },
  ]);
});

test('of two who make the same organization at once, one does', async () => {
  for (let round = 0; round < 6; round++) {
    const said = await together(db.database, [
      [root, INSERT, [`Round ${round}`, `a${round}.example`]],
      [root, INSERT, [`ROUND ${round} `, `b${round}.example`]],
    ]);
    expect(said.filter((one) => one === 1)).toHaveLength(1);
    expect(said.find((one) => one !== 1)).toMatch(/^PT409 An organization named "ROUND \d"/i);
  }
});

test('twins from before may still be changed in what does not concern their names', async () => {
  await db.database.owner.query('alter table public.organizations disable trigger guard');
  await make('Old', 'old.example');
  await make('OLD ', 'old.example');
  await db.database.owner.query('alter table public.organizations enable trigger guard');
  const change = "update public.organizations set require_second_factor = true where name = 'OLD '";
  expect(await attempt(db.database, root, [change])).toBe(1);
});

test('a new organization has maker-checker on', async () => {
  await make('Careful', 'careful.example');
  const { rows } = await db.database.owner.query(
    "select four_eyes from public.organizations where name = 'Careful'",
  );
  expect(rows).toEqual([{ four_eyes: true }]);
});
