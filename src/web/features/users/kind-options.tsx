import { INSTITUTION_KINDS, INSTITUTIONS } from '../../../shared/institutions.ts';

export const KindOptions = () =>
  INSTITUTION_KINDS.map((kind) => (
    <option key={kind} value={kind}>
      {INSTITUTIONS[kind].label}
    </option>
  ));
