/** 08: connection; 57P: the server ends or starts; 40: serialization, deadlock; 25006: a standby after a failover. */
const SQLSTATES = /^(08...|57P0.|40001|40P01|25006)$/;
const SOCKET_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);
const MESSAGES = /^(Connection terminated|Client has encountered a connection error)/;

/** Returns true if the connection was lost or work should be retried; the work is not at fault. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (SQLSTATES.test(code) || SOCKET_CODES.has(code))) return true;
  return MESSAGES.test(error.message) || isConnectionLost(error.cause);
}

/** Message for requests: the last statement may have been committed nevertheless. */
export const CONNECTION_LOST =
  'The connection to the database was lost. Check if the change was made, then try again.';
