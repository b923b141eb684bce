import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../support/before-tests.ts';
import { type Member, startBank } from '../support/members.ts';

const bank = startBeforeTests(startBank);
let root: Member;
beforeAll(async () => {
  root = await bank.member('superadmin');
});

const INSERT = 'insert into public.organizations (name, domain) values ($1, $2)';
const make = (name: string, domain: string) => bank.attempt(root, [INSERT, [name, domain]]);

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
  expect(await bank.attempt(root, [rename])).toBe(
    'PT409 An organization named "twin bank" already exists',
  );
  const { rows } = await bank.database.owner.query(
    'select name, domain from public.organizations where id <> $1 order by name',
    [bank.organization],
  );
  expect(rows).toEqual([
    { name: 'Another', domain: 'another.example' },
    { name: 'Twin Bank', domain: 'twin.example' },
  ]);
});

test('of two who make the same organization at once, one does', async () => {
  for (let round = 0; round < 6; round++) {
    const outcomes = await bank.together([
      [root, INSERT, [`Round ${round}`, `a${round}.example`]],
      [root, INSERT, [`ROUND ${round} `, `b${round}.example`]],
    ]);
    expect(outcomes.filter((one) => one === 1)).toHaveLength(1);
    expect(outcomes.find((one) => one !== 1)).toMatch(/^PT409 An organization named "ROUND \d"/i);
  }
});

test('twins from before may still be changed in what does not concern their names', async () => {
  await bank.database.owner.query('alter table public.organizations disable trigger guard');
  await make('Old', 'old.example');
  await make('OLD ', 'old.example');
  await bank.database.owner.query('alter table public.organizations enable trigger guard');
  const change = "update public.organizations set require_second_factor = true where name = 'OLD '";
  expect(await bank.attempt(root, [change])).toBe(1);
});

test('a new organization has maker-checker on', async () => {
  await make('Careful', 'careful.example');
  const { rows } = await bank.database.owner.query(
    "select four_eyes from public.organizations where name = 'Careful'",
  );
  expect(rows).toEqual([{ four_eyes: true }]);
});
