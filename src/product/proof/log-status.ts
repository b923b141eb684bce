import { z } from 'zod';
import { defineFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { type LogStatus, logStatusAnswer } from '../../shared/contracts/proof.ts';
import type { Product } from '../product.ts';

type Row = {
  size: string;
  sealed_at: string | null;
  halted: string | null;
  outside_at: string | null;
  outside_kind: 'witness' | 'timestamp' | null;
  outside_name: string | null;
};

const isoOf = (at: string) => new Date(at).toISOString();

export const logStatusFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'log-status',
    summary: 'Returns the size of the log, its last seal and its last outside signature.',
    audience: 'session',
    body: z.strictObject({}),
    answer: logStatusAnswer,
    handle: async ({ caller }): Promise<LogStatus> => {
      const row = await product.platform.database.asCaller(
        caller,
        async (tx) => (await tx.query<Row>('select * from private.log_status()')).rows[0]!,
        { readOnly: true },
      );
      const { outside_at: at, outside_kind: kind, outside_name: name } = row;
      return {
        entries: Number(row.size),
        sealed_at: row.sealed_at && isoOf(row.sealed_at),
        halted: row.halted,
        outside_asked: product.logSigners.witness || product.logSigners.timestamp,
        outside: at && kind && name ? { kind, name, at: isoOf(at) } : null,
      };
    },
  });
