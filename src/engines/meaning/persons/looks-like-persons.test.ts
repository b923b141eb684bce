import { expect, test } from 'vitest';
import { looksLikePersons } from './looks-like-persons.ts';
import { personalKind } from './personal-kind.ts';

const PERSONS = ['Mary Watson', 'John Parker', 'Luisa de la Cruz', "Sean O'Hara", 'Ana M. Silva'];

test('names in any order, with titles, in capitals, or among companies look like persons', () => {
  expect(looksLikePersons(PERSONS)).toBe(true);
  expect(looksLikePersons(PERSONS.map((name) => name.toUpperCase()))).toBe(true);
  expect(looksLikePersons(PERSONS.map((name) => name.split(' ').reverse().join(', ')))).toBe(true);
  expect(looksLikePersons([...PERSONS, 'Watson & Sons Ltd', 'Kranich GmbH'])).toBe(true);
  const doctors = ['Dr. Visser', 'Dr. Smit', 'Dr. Meijer', 'Prof. Bakker', 'Dr. de Vries'];
  expect(looksLikePersons(doctors)).toBe(true);
});

test.each([
  ['places', ['North Carolina', 'New York', 'Los Angeles', 'King', 'Cook', 'Harris']],
  ['companies', ['Wells Fargo Bank', 'Torlin GmbH', 'Chase Home Inc', 'Acme Corp', 'Fidor AG']],
  ['products', ['Term Life', 'Whole Life', 'Fixed Annuity', 'Current Account', 'Card Plus']],
  ['texts', ['REWE SAGT DANKE 44', 'ATM 4411', 'Miete April', 'Shell 0231', 'Gehalt']],
  [
    'ships',
    ['MSC ALINA', 'MAERSK KALMAR', 'EVER GIFTED', 'CMA CGM RIO', 'ONE HARBOUR', 'COSCO PRIDE'],
  ],
  ['fewer than five', PERSONS.slice(1)],
])('%s do not', (_, texts) => {
  expect(looksLikePersons(texts)).toBe(false);
});

test.each([
  ['Policyholder', PERSONS, 'person_name'],
  ['Versicherungsnehmer', PERSONS, 'person_name'],
  ['Name des Kreditnehmers', ['Kranich'], 'person_name'],
  ["Preneur d'assurance", PERSONS, 'person_name'],
  ['Tomador del seguro', PERSONS, 'person_name'],
  ['Co-Borrower', PERSONS, 'person_name'],
  ['Borrower 2 First Name', ['Mary'], 'first_name'],
  ['claimant email', ['m.watson@bank.example'], 'email'],
  ['Insured', ['yes', 'no'], null],
  ['customer', ['C-1041', 'C-1042'], null],
  ['name', ['ADVISOR 32/60', 'AMDAHL 470V/7'], 'person_name'],
  ['Kennzeichen', ['B-AB 1234', 'M-X 17'], 'license_plate'],
  ['Registration', ['2024-01-05', '2024-02-07'], null],
  // VIN of 49 CFR 565, and one with another check character.
  ['c7', ['1M8GDM9AXKP042788'], 'vin'],
  ['c7', ['1M8GDM9A1KP042788'], null],
  ['Chassis No', ['WVWZZZ1JZXW000001'], 'vin'],
  ['IMEI', ['490154203237518'], 'device_id'],
  ['login', ['m.watson'], 'user_name'],
  ['Arbeitgeber', ['Kranich GmbH'], 'employer'],
  ['client ip', ['2001:db8::1'], 'ip_address'],
])('%s with %j is %s', (name, texts, kind) => {
  expect(personalKind(name, texts)).toBe(kind);
});
