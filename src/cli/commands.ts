import { AppError } from '../shared/errors.ts';

export type Command = {
  summary: string;
  usage: string;
  run: (args: string[]) => Promise<number>;
};

/** Commands import their modules when called, so that start-up stays fast. */
export const commands: Record<string, Command> = {
  up: {
    summary: 'Start a sandbox in the background.',
    usage: '[--demo [--reset] | --key] [--foreground]',
    run: async (args) => (await import('./up/up.ts')).upCommand(args),
  },
  down: {
    summary: 'Stop it.',
    usage: '[--demo]',
    run: async (args) => (await import('./up/up.ts')).downCommand(args),
  },
  simulate: {
    summary: 'Generate the tables of a bank, an insurer or a credit union from a seed.',
    usage:
      '--customers N --accounts N --transactions N --seed S [--preset P] [--country C] [--aml-rate R] ' +
      '[--start-date D] [--end-date D] [--configuration FILE] [--shard k/n] ' +
      '(--out DIR [--format csv|parquet] | --preview ROWS | --dry-run)',
    run: async (args) => (await import('./simulate/simulate.ts')).simulateCommand(args),
  },
  calibrate: {
    summary: 'Fit a configuration of simulate to aggregates of your own movements.',
    usage:
      'FILE --out CONFIGURATION [--preset P] [--map role=COLUMN,…] [--kind WORD=kind …] [--form COLUMN=FORM …] [--seed S] [--epsilon E] [--json]',
    run: async (args) => (await import('./calibrate/calibrate.ts')).calibrateCommand(args),
  },
  shard: {
    summary: 'Generate large batches on several machines.',
    usage:
      '(plan (--customers N --accounts N --transactions N [as simulate] | ' +
      '--model FILE (--rows N [--given COLUMN=VALUE …] | --histories N)) --seed S --shards N | ' +
      'job (--slurm | --kubernetes --image NAME) [--tasks N] | run [--index I[,J-K] | --tasks N] [--work DIR] | commit) ' +
      '--store DIR|s3://…',
    run: async (args) => (await import('./shard/shard.ts')).shardCommand(args),
  },
  ingest: {
    summary: 'Check a file and write it in stable columns, or upload it.',
    usage:
      'FILE [--recipe FILE] [--role COLUMN=role …] [--form COLUMN=form …] [--entity COLUMN] [--order COLUMN] ' +
      '[--accept-rejected] [--out DIR] [--json] | FILE --upload [--sheet NAME] [--recipe FILE] [--accept-rejected] [--json] (as batch)',
    run: async (args) =>
      args.includes('--upload')
        ? (await import('./server/upload.ts')).uploadCommand(args)
        : (await import('./ingest/ingest.ts')).ingestCommand(args),
  },
  batch: {
    summary: 'List, generate, download and delete batches on a server.',
    usage:
      '(list | generate (customers|accounts|transactions|full | --dataset ID [--mode M] [--epsilon E]) [--count N] [--seed S] ' +
      '[--preset P] [--country C] [--start-date D] [--end-date D] [--aml-rate R] | ' +
      'download BATCH --out FILE [--format F] | delete BATCH) [--json] (on the server in SANDBOX_URL, with SANDBOX_KEY)',
    run: async (args) => (await import('./server/batch.ts')).batchCommand(args),
  },
  env: {
    summary: 'Create, change and reset test environments on a server.',
    usage:
      '(create NAME (--seed S [--customers N] [as batch generate] | --batch ID … | --pin SHA256) [--expires HOURS] | ' +
      'branch NAME [--from NAME] [--expires HOURS] | overlay [NAME] [--rows FILE.json | --table T --rows FILE.csv] ' +
      '[--edge-cases all|CASE,…] | advance [NAME] --days N [--seed S] | reset [NAME] | freeze [NAME] | delete [NAME] | list) [--json] (as batch)',
    run: async (args) => (await import('./server/env.ts')).envCommand(args),
  },
  webhook: {
    summary: 'Manage webhooks on a server.',
    usage:
      '(create URL [--events EVENT,…] [--environment NAME] | list | deliveries WEBHOOK | ' +
      'replay WEBHOOK [--delivery ID] | delete WEBHOOK) [--json] (as batch)',
    run: async (args) => (await import('./server/webhook.ts')).webhookCommand(args),
  },
  fit: {
    summary: 'Learn a model from a file or linked tables.',
    usage:
      '(FILE | --table NAME=FILE … --relation CHILD.COLUMN=PARENT.COLUMN … [--leave-orphans-out]) ' +
      '--out MODEL [--mode fidelity|balanced|cautious] [--epsilon E [--delta D] ' +
      '[--mechanism mst|aim] [--public TABLE …]] [--unit COLUMN] [--entity COLUMN] [--holdout SHARE [--holdout-out FILE]] [--role [TABLE.]COLUMN=role …] [--form [TABLE.]COLUMN=FORM …] [--recipe FILE] [--rule [TABLE:]RULE …] [--no-rule [TABLE:]RULE …] [--seed S] [--threads N] [--json]',
    run: async (args) => (await import('./synthesize/fit.ts')).fitCommand(args),
  },
  sample: {
    summary: 'Generate rows from a model.',
    usage:
      'MODEL --seed S (--rows N --out FILE [--threads N] | [--scale X] [--rows TABLE=N …] --out FOLDER) [--given [TABLE.]COLUMN=VALUE …] [--rebalance [TABLE.]COLUMN=VALUE:SHARE …] [--dialect source|plain]',
    run: async (args) => (await import('./synthesize/sample.ts')).sampleCommand(args),
  },
  export: {
    summary: 'Write a file as CSV, Parquet, SQL or a bank format.',
    usage:
      '(FILE --format csv|parquet|sql [--like SOURCE] [--key COLUMN] --out FILE | ' +
      '(FOLDER | FILE) --format camt.052|camt.053|camt.054|mt940|ofx|bai2|nacha|pain.001 --out DIR ' +
      '[--account A] [--from D] [--to D] [--currency C]) [--json]',
    run: async (args) => (await import('./export.ts')).exportCommand(args),
  },
  evaluate: {
    summary: 'Measure the quality and privacy of synthetic rows.',
    usage:
      '--real [NAME=]FILE … [--model MODEL] [--holdout [NAME=]FILE …] --synthetic [NAME=]FILE … [--relation CHILD.COLUMN=PARENT.COLUMN …] ' +
      '[--target [TABLE.]COLUMN] [--entity [TABLE.]COLUMN] [--sensitive [TABLE.]COLUMN,…] [--form [TABLE.]COLUMN=FORM …] [--memory MB] [--seed S] [--threads N] [--json]',
    run: async (args) => (await import('./evaluate.ts')).evaluateCommand(args),
  },
  detect: {
    summary: 'Rank the rows of a file by how unusual they are.',
    usage:
      'FILE [--form COLUMN=FORM …] [--map role=COLUMN,…] [--ignore COLUMN,…] [--label COLUMN] [--confirmed COLUMN | --labels FILE] ' +
      '[--capacity ROWS] [--window DAYS] [--out SCORES.csv] [--seed S] [--json]',
    run: async (args) => (await import('./detect.ts')).detectCommand(args),
  },
  'score-alerts': {
    summary: 'Score alerts against the ground truth of a simulation.',
    usage:
      '--truth FILE --alerts FILE [--transactions FILE] [--capacity N,…] [--alert-cost AMOUNT] [--seed S] [--json]',
    run: async (args) => (await import('./score-alerts.ts')).scoreAlertsCommand(args),
  },
  'evidence-pack': {
    summary: 'Write the evidence of a batch or a period.',
    usage: '((BATCH | --organization NAME --from DATE --to DATE) --out FILE | --complete FILE)',
    run: async (args) => (await import('./evidence-pack.ts')).evidencePackCommand(args),
  },
  verify: {
    summary: 'Check an evidence pack, or files against their manifest.',
    usage:
      'PATH [--vkey FILE] [--witness FILE …] [--tsa FILE] [--since CHECKPOINT] [--source FILE [--opening FILE]] [--regenerate [--model FILE]] [--json]',
    run: async (args) => (await import('./verify/verify.ts')).verifyCommand(args),
  },
  log: {
    summary: 'Check, restore or re-key the transparency log.',
    usage:
      '(fsck [--vkey FILE] [--witness FILE …] [--since CHECKPOINT] [--json] | restore | rotate-key | replace-lost-key)',
    run: async ([verb, ...args]) => {
      if (verb === 'fsck') return (await import('./verify/log-fsck.ts')).logFsckCommand(args);
      return (await import('./log.ts')).logCommand(verb, args);
    },
  },
  witness: {
    summary: 'Run a witness that cosigns the log.',
    usage: '(--log KEY --state FILE --port P [--host H] [--name NAME] | forget LOG)',
    run: async (args) => (await import('./witness.ts')).witnessCommand(args),
  },
  migrate: {
    summary: 'Apply database migrations.',
    usage: '',
    run: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  'upgrade-database': {
    summary: 'Upgrade the embedded database to a newer PostgreSQL.',
    usage: '[--bin FOLDER]',
    run: async (args) => (await import('./upgrade-database.ts')).upgradeDatabaseCommand(args),
  },
  backup: {
    summary: 'Back up database and files.',
    usage: 'TO [--keep N]',
    run: async (args) => (await import('./backup.ts')).backupCommand(args),
  },
  restore: {
    summary: 'Restore a backup.',
    usage: 'FROM [--to-time TIME] [--files STORAGE] (restores into DATA_DIR, which must not exist)',
    run: async (args) => (await import('./restore.ts')).restoreCommand(args),
  },
  storage: {
    summary: 'Copy stored files to another storage.',
    usage: 'copy FROM TO (each a folder or an s3:// address)',
    run: async ([verb, ...args]) => {
      if (verb !== 'copy') throw new AppError('bad_request', 'Usage: sandbox storage copy FROM TO');
      return (await import('./storage.ts')).copyStorageCommand(args);
    },
  },
  'admin-token': {
    summary: 'Replace the token that sets up the first superadmin.',
    usage: 'rotate',
    run: async ([verb]) => {
      if (verb !== 'rotate') throw new AppError('bad_request', 'Usage: sandbox admin-token rotate');
      return (await import('./admin-token.ts')).rotateAdminToken();
    },
  },
  completion: {
    summary: 'Print a script that completes commands and options.',
    usage: 'bash|zsh|fish',
    run: async (args) => (await import('./completion.ts')).completionCommand(args, commands),
  },
  keys: {
    summary: 'Generate a new key that signs sessions.',
    usage: 'rotate',
    run: async ([verb]) => {
      if (verb !== 'rotate') throw new AppError('bad_request', 'Usage: sandbox keys rotate');
      return (await import('./keys.ts')).rotateKeysCommand();
    },
  },
};
