import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { WRITTEN } from '../../../platform/formats/write/formats.ts';
import type {
  FileTotals,
  StatementWriter,
  WrittenStatement,
} from '../../../platform/formats/write/statement.ts';
import type { WrittenBankFormat } from '../../../shared/bank-formats.ts';
import { AppError } from '../../../shared/errors.ts';

const FLUSH_CHARACTERS = 512 * 1024;

export type WrittenFile = FileTotals & { path: string };

const noTotals = (): FileTotals => ({
  statements: 0,
  entries: 0,
  sum: 0n,
  from: '9999-12-31',
  to: '0000-01-01',
});

function addStatement(totals: FileTotals, { entries, from, to }: WrittenStatement): void {
  totals.statements++;
  totals.entries += entries.length;
  for (const { amount } of entries) totals.sum += amount < 0n ? -amount : amount;
  if (from < totals.from) totals.from = from;
  if (to > totals.to) totals.to = to;
}

/** Removes entries that the format cannot represent, without changing balances. */
function takenOf(format: WrittenBankFormat, statement: WrittenStatement): WrittenStatement {
  const { takes } = WRITTEN[format];
  return {
    ...statement,
    entries: statement.entries.filter((entry) => takes(statement.account, entry)),
  };
}

/** Opens a file; a head with totals is written last. */
async function openFile(path: string, writer: StatementWriter) {
  const bodyPath = writer.headNeedsTotals ? `${path}.body` : path;
  const file = await open(bodyPath, 'w', 0o600);
  const totals = noTotals();
  let text = writer.headNeedsTotals ? '' : writer.head(totals);
  return {
    add: async (statement: WrittenStatement): Promise<void> => {
      addStatement(totals, statement);
      text += writer.statement(statement);
      if (text.length < FLUSH_CHARACTERS) return;
      await file.writeFile(text);
      text = '';
    },
    end: async (): Promise<WrittenFile> => {
      await file.writeFile(text + writer.tail(totals));
      await file.close();
      if (writer.headNeedsTotals) {
        const body = createReadStream(bodyPath);
        const whole = async function* () {
          yield writer.head(totals);
          yield* body;
        };
        await pipeline(whole(), createWriteStream(path, { mode: 0o600 }));
        await rm(bodyPath);
      }
      return { path, ...totals };
    },
    abandon: async (): Promise<void> => {
      await file.close().catch(() => undefined);
      await rm(bodyPath, { force: true });
      await rm(path, { force: true });
    },
  };
}

export async function writeStatements(
  statements: AsyncIterable<WrittenStatement>,
  format: WrittenBankFormat,
  pathOf: (day: string) => string,
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  let current = null as { path: string; file: Awaited<ReturnType<typeof openFile>> } | null;
  try {
    for await (const statement of statements) {
      const taken = takenOf(format, statement);
      if (taken.entries.length === 0) continue;
      const path = pathOf(statement.from);
      if (current?.path !== path) {
        if (current !== null) written.push(await current.file.end());
        const name = `${format}-${statement.from}`;
        const writer = WRITTEN[format].create({ name, created: `${statement.to}T23:59:59Z` });
        current = { path, file: await openFile(path, writer) };
      }
      await current.file.add(taken);
    }
    if (current !== null) written.push(await current.file.end());
  } catch (error) {
    await current?.file.abandon();
    for (const { path } of written) await rm(path, { force: true });
    throw error;
  }
  if (written.length === 0) {
    const { leavesOut } = WRITTEN[format];
    throw new AppError(
      'conflict',
      `No entry can be written as ${format}${leavesOut === null ? ': the period has no entries' : `. ${leavesOut}`}.`,
    );
  }
  return written;
}
