import { type Logger, pino } from 'pino';

/** Structured log lines on standard output. What could hold a secret is cut out before it is written. */
export function createLog(level: string): Logger {
  return pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.apikey',
        'req.headers.cookie',
        'req.headers["x-admin-setup-token"]',
        '*.password',
        '*.token',
        '*.access_token',
        '*.refresh_token',
      ],
      censor: '[removed]',
    },
  });
}
