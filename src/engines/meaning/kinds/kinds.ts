import { address } from './address.ts';
import { cardNumber } from './card-number.ts';
import { deviceId } from './device-id.ts';
import { email } from './email.ts';
import { employer } from './employer.ts';
import { firstName } from './first-name.ts';
import { iban } from './iban.ts';
import { ipAddress } from './ip-address.ts';
import type { Kind } from './kind.ts';
import { lastName } from './last-name.ts';
import { licensePlate } from './license-plate.ts';
import { nationalId } from './national-id.ts';
import { personName } from './person-name.ts';
import { phone } from './phone.ts';
import { userName } from './user-name.ts';
import { vin } from './vin.ts';

/** Kinds of data on a person, which are generated and never modeled; those that values decide first. */
export const KIND_OF = {
  iban,
  email,
  card_number: cardNumber,
  ip_address: ipAddress,
  vin,
  device_id: deviceId,
  phone,
  license_plate: licensePlate,
  user_name: userName,
  employer,
  first_name: firstName,
  last_name: lastName,
  person_name: personName,
  address,
  national_id: nationalId,
} as const satisfies Readonly<Record<string, Kind>>;

export type PersonalKind = keyof typeof KIND_OF;
export type NamedKind = Kind & { kind: PersonalKind };
export const PERSONAL_KINDS = Object.keys(KIND_OF) as PersonalKind[];
export const KINDS: readonly NamedKind[] = PERSONAL_KINDS.map((kind) => ({
  kind,
  ...KIND_OF[kind],
}));
