type Failure = { code: string; message: string };

const BY_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '40001': 503,
  '40P01': 503,
  '42P17': 500,
  '53400': 500,
  // A statement that takes too long can be narrowed by its caller.
  '57014': 400,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
};

const BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

export function statusOfSqlstate({ code, message }: Failure, isAuthenticated: boolean): number {
  const custom = /^PT(\d{3})$/.exec(code);
  if (custom) {
    const status = Number(custom[1]);
    return status >= 200 && status <= 599 ? status : 500;
  }
  if (code === '42501') return isAuthenticated ? 403 : 401;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401;
  return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}
