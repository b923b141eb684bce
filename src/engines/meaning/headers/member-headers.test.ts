import { expect, test } from 'vitest';
import { personalKind, personalKindByName } from '../persons/personal-kind.ts';
import { identifierOwner } from './identifier-header.ts';
import { memberHeaders } from './member-headers.ts';

test.each([
  ['email', ['email']],
  ['customer.email', ['customer_email', 'email']],
  ['claim.claimant.name', ['claim_claimant_name']],
  ['Tel.', ['Tel.']],
  ['.5', ['.5']],
])('%s is recognized by %j', (name, headers) => {
  expect(memberHeaders(name)).toEqual(headers);
});

test.each([
  ['customer.full_name', 'person_name'],
  ['claimant.name', 'person_name'],
  ['Policyholder Name', 'person_name'],
  ['insured.last_name', 'last_name'],
  ['payer.street', 'address'],
  ['applicant.ssn', 'national_id'],
  ['product.name', null],
  ['card.valid', null],
])('%s names %s', (name, kind) => {
  expect(personalKindByName(name)).toBe(kind);
});

test('members whose form alone is not certain are recognized by their own header', () => {
  expect(personalKind('customer.phone', ['+49 30 1234567', '030 7654321'])).toBe('phone');
});

test.each([
  ['customer.id', 'customer'],
  ['payer.customer_id', 'customer'],
  ['source.account_number', 'account'],
  ['policy.number', 'account'],
  ['product.code', null],
])('%s identifies %s', (name, owner) => {
  expect(identifierOwner(name)).toBe(owner);
});
