import type { RandomStream } from '../../../random/stream.ts';
import { numbered } from '../../world/people.ts';
import type { Motor, Written } from './chains.ts';
import type { Planned, Scene } from './scene.ts';
import {
  familyPolicies,
  hailStorm,
  inflatedRepair,
  oneBusiness,
  ownerGiveUp,
  phantomPassenger,
  stagedRing,
} from './scheme-kinds.ts';

type Scheme = (scene: Scene) => void;

const COLLUSION = {
  perils: ['collision', 'property_damage'],
  role: 'repairer',
  count: 8,
  factor: 1.55,
} as const;
const CLINIC = { perils: ['bodily_injury'], role: 'doctor', count: 5, factor: 1.7 } as const;

const FRAUDS: readonly Scheme[] = [
  stagedRing,
  phantomPassenger,
  inflatedRepair,
  (scene) => oneBusiness(scene, { ...COLLUSION, typology: 'repairer_collusion', fraud: true }),
  ownerGiveUp,
  (scene) => oneBusiness(scene, { ...CLINIC, typology: 'doctor_mill', fraud: true }),
  phantomPassenger,
  inflatedRepair,
  inflatedRepair,
];
const LOOK_ALIKES: readonly Scheme[] = [
  familyPolicies,
  hailStorm,
  (scene) => oneBusiness(scene, { ...COLLUSION, typology: 'only_repairer_in_town', fraud: false }),
  (scene) => oneBusiness(scene, { ...CLINIC, typology: 'nearby_clinic', fraud: false }),
];

/** Adds schemes of fraud and their honest look-alikes until they have their share of the claims. */
export function addSchemes(
  motor: Motor,
  stream: RandomStream,
  written: readonly Written[],
): Planned[] {
  const planned = written.flatMap(({ term, losses }) =>
    losses.map((loss): Planned => ({ term, loss, label: null })),
  );
  const natural = planned.length;
  let schemes = 0;
  const next = () =>
    numbered(
      'S',
      `${motor.book.plan.idPrefix}${String(motor.book.cell).padStart(5, '0')}`,
      ++schemes,
      4,
    );
  const terms = written
    .map(({ term }) => term)
    .filter(({ inception }) => inception < motor.book.end);
  const scene: Scene = { motor, stream, terms, planned, next };
  const labelled = (fraud: boolean) => planned.filter(({ label }) => label?.fraud === fraud).length;
  const fill = (list: readonly Scheme[], fraud: boolean, target: number) => {
    const offset = stream.below(list.length);
    for (let i = 0; i < 60 && labelled(fraud) < target; i++)
      list[(offset + i) % list.length](scene);
  };
  fill(FRAUDS, true, Math.round(natural * motor.cfg.fraud));
  fill(LOOK_ALIKES, false, Math.round(natural * motor.cfg.lookAlikes));
  return planned;
}
