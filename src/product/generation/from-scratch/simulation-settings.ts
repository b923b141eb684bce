import type { PresetName } from '../../../engines/simulate/index.ts';

export type SimulationSettings = {
  seed: string;
  preset?: PresetName;
  country?: string;
  start_date?: string;
  end_date?: string;
  aml_rate?: number;
};

const DEFAULT_PRESET: PresetName = 'us-community-bank';

export function requestOf(settings: SimulationSettings) {
  return {
    seed: BigInt(settings.seed),
    preset: settings.preset ?? DEFAULT_PRESET,
    ...(settings.country === undefined ? {} : { country: settings.country }),
    ...(settings.start_date === undefined ? {} : { startDate: settings.start_date }),
    ...(settings.end_date === undefined ? {} : { endDate: settings.end_date }),
    ...(settings.aml_rate === undefined ? {} : { amlRate: settings.aml_rate }),
  };
}
