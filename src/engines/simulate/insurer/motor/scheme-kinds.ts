import { shuffle } from '../../../random/shuffle.ts';
import { between, chance, pick } from '../../bank/draws.ts';
import { covered } from './losses.ts';
import {
  addClaim,
  inflate,
  type Label,
  officeOf,
  replaceRole,
  type Scene,
  SOFT_TISSUE,
  sized,
  unlabelled,
  youngTerms,
} from './scene.ts';

/** A few people change roles between low-speed collisions on young policies; one shop, one clinic. */
export function stagedRing(scene: Scene): void {
  const { stream, motor } = scene;
  const { pool } = motor;
  const members = youngTerms(scene, between(stream, 3, 5));
  if (members.length < 3) return;
  const people = [
    ...members.map(({ holder }) => pool.policyholder(holder)),
    pool.person(),
    pool.person(),
  ];
  const office = officeOf(pool, stream);
  const scheme = scene.next();
  for (const term of members) {
    const day = term.inception + between(stream, 12, 75);
    const driver = pool.policyholder(term.holder);
    const others = shuffle(
      people.filter((party) => party !== driver),
      stream,
    );
    const reportDate = day + between(stream, 0, 4);
    const label: Label = { scheme, typology: 'staged_accident', fraud: true, party: 'claimant' };
    const given = {
      ...office,
      cause: chance(stream, 0.7) ? 'rear_end' : 'lane_change',
      witness: others[1],
      reportDate,
    };
    const size = sized(scene, 2600_00, day);
    addClaim(scene, {
      term,
      peril: 'property_damage',
      day,
      given: { ...given, size, claimant: others[0] },
      label,
    });
    for (const claimant of others.slice(0, between(stream, 1, 2))) {
      const size = sized(scene, SOFT_TISSUE, day);
      addClaim(scene, {
        term,
        peril: 'bodily_injury',
        day,
        given: { ...given, size, claimant, passengers: others.slice(2, 4) },
        label,
      });
    }
  }
}

/** Members of a family insure together, share a shop and ride with each other: honest. */
export function familyPolicies(scene: Scene): void {
  const { stream, motor } = scene;
  const first = pick(stream, scene.terms);
  const family = scene.terms.filter(
    ({ holder, city }) => Math.abs(holder - first.holder) <= 3 && city === first.city,
  );
  const [repairer, doctor] = [
    pick(stream, motor.pool.businesses.repairer),
    pick(stream, motor.pool.businesses.doctor),
  ];
  const people = [...new Set(family.map(({ holder }) => holder))].map((holder) =>
    motor.pool.policyholder(holder),
  );
  const scheme = scene.next();
  for (const term of shuffle(family, stream).slice(0, 4)) {
    const day = term.inception + between(stream, 0, 360);
    const label: Label = { scheme, typology: 'family_policies', fraud: false, party: 'driver' };
    const given = { repairer, doctor, passengers: people.slice(0, 2), claimant: people.at(-1)! };
    addClaim(scene, {
      term,
      peril: chance(stream, 0.5) ? 'collision' : 'bodily_injury',
      day,
      given,
      label,
    });
  }
}

/** A passenger who was not in the car claims an injury from a real accident. */
export function phantomPassenger(scene: Scene): void {
  const { stream, motor } = scene;
  const real = unlabelled(scene, ['property_damage', 'collision']);
  if (real === undefined) return;
  const { term, loss } = real;
  const label: Label = {
    scheme: scene.next(),
    typology: 'phantom_passenger',
    fraud: true,
    party: 'claimant',
  };
  const claimant = motor.pool.person();
  const given = {
    cause: loss.cause,
    claimant,
    passengers: [claimant],
    attorney: pick(stream, motor.pool.businesses.attorney),
    reportDate: loss.reportDate + between(stream, 3, 40),
    size: sized(scene, SOFT_TISSUE, loss.lossDate),
  };
  addClaim(scene, { term, peril: 'bodily_injury', day: loss.lossDate, given, label });
}

/** A repair bill with parts that were not fitted. */
export function inflatedRepair(scene: Scene): void {
  const claim = unlabelled(scene, ['collision', 'property_damage']);
  if (claim === undefined) return;
  inflate(claim, 1.5 + 0.9 * scene.stream.float());
  claim.label = {
    scheme: scene.next(),
    typology: 'inflated_repair',
    fraud: true,
    party: 'repairer',
  };
}

/** Claims of one role's business over a year: inflated by it, or honest where it is the only one. */
export function oneBusiness(
  scene: Scene,
  {
    typology,
    fraud,
    perils,
    role,
    count,
    factor,
  }: {
    typology: string;
    fraud: boolean;
    perils: readonly string[];
    role: 'repairer' | 'doctor';
    count: number;
    factor: number;
  },
): void {
  const { stream, motor } = scene;
  const first = unlabelled(scene, perils);
  if (first === undefined) return;
  const party = pick(stream, motor.pool.businesses[role]);
  const scheme = scene.next();
  const near = scene.planned.filter(
    ({ label, loss }) =>
      label === null &&
      perils.includes(loss.peril) &&
      loss.payable > 30_000 &&
      Math.abs(loss.lossDate - first.loss.lossDate) < 400,
  );
  for (const claim of shuffle(near, stream).slice(0, count)) {
    replaceRole(claim.loss, role, party);
    if (fraud) inflate(claim, factor * (0.85 + 0.3 * stream.float()));
    claim.label = { scheme, typology, fraud, party: role };
  }
}

/** The owner of a car worth less than is owed on it has it stolen or burnt. */
export function ownerGiveUp(scene: Scene): void {
  const { stream } = scene;
  const candidates = youngTerms(scene, 40).filter(({ covers }) =>
    covers.some(({ peril, limit }) => peril === 'comprehensive' && limit > 9_000_00),
  );
  const term = candidates[0];
  if (term === undefined) return;
  const label: Label = {
    scheme: scene.next(),
    typology: 'owner_give_up',
    fraud: true,
    party: 'driver',
  };
  const size = term.covers.find(({ peril }) => peril === 'comprehensive')!.limit;
  const day = term.inception + between(stream, 40, 115);
  addClaim(scene, {
    term,
    peril: 'comprehensive',
    day,
    given: { cause: 'theft', size, reportDate: day + between(stream, 1, 3) },
    label,
  });
}

/** Many cars of a city are damaged on one day. */
export function hailStorm(scene: Scene): void {
  const { stream, motor } = scene;
  const { city, inception } = pick(stream, scene.terms);
  const day = inception + between(stream, 0, 300);
  const scheme = scene.next();
  const repairer = pick(stream, motor.pool.businesses.repairer);
  const hit = shuffle(
    scene.terms.filter((term) => term.city === city && covered(term, day)),
    stream,
  );
  for (const term of hit.slice(0, between(stream, 5, 12))) {
    const label: Label = { scheme, typology: 'hail_storm', fraud: false, party: 'driver' };
    const given = {
      cause: 'hail',
      size: sized(scene, 3100_00, day),
      reportDate: day + between(stream, 0, 9),
      ...(chance(stream, 0.6) ? { repairer } : {}),
    };
    addClaim(scene, { term, peril: 'comprehensive', day, given, label });
  }
}
