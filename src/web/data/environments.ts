import { queryOptions } from '@tanstack/react-query';
import type { EnvironmentAnswer } from '../../shared/contracts/environments.ts';
import { unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';

export type Environment = Omit<EnvironmentAnswer, 'status'> & { created_at: string };

const COLUMNS = 'id,name,pin,files,changed,expires_at,created_at';

/** Environments of the organization, by name. */
export const environmentsQuery = queryOptions({
  queryKey: ['environments'],
  queryFn: async (): Promise<Environment[]> => {
    const client = await openClient();
    const rows = await client
      .from('environments')
      .select(COLUMNS)
      .order('name')
      .returns<Environment[]>();
    return unwrap(rows) ?? [];
  },
});

export const createEnvironment = (request: {
  name: string;
  simulation: { seed: string; count: number };
}) => callFunction<EnvironmentAnswer>('create-environment', request);

export const changeEnvironment = (work: {
  verb: 'reset' | 'freeze' | 'delete';
  environment: Pick<Environment, 'id' | 'name'>;
}) => callFunction(`${work.verb}-environment`, { environment: work.environment.id });
