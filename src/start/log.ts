import { type Logger, pino } from 'pino';

/** Creates the logger: JSON lines on standard output, with secrets redacted. */
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
