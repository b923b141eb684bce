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
import type { PersonalKind } from './list.ts';
import { nationalId } from './national-id.ts';
import { personName } from './person-name.ts';
import { phone } from './phone.ts';
import { userName } from './user-name.ts';
import { vin } from './vin.ts';

/** All kinds, those that values decide first. */
export const KINDS: readonly Kind[] = [
  iban,
  email,
  cardNumber,
  ipAddress,
  vin,
  deviceId,
  phone,
  licensePlate,
  userName,
  employer,
  firstName,
  lastName,
  personName,
  address,
  nationalId,
];

export const KIND_OF = Object.fromEntries(
  KINDS.map((kind) => [kind.kind, kind]),
) as unknown as Readonly<Record<PersonalKind, Kind>>;
