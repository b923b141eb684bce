import { RestError } from './rest-error.ts';

const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** PGRST100. `what` names the part of the query string; `column` counts from one. */
export function parseError({
  what,
  text,
  column,
  details,
}: {
  what: string;
  text: string;
  column: number;
  details: string;
}): RestError {
  const message = `"failed to parse ${what} (${shortened(text)})" (line 1, column ${column})`;
  return new RestError(400, 'PGRST100', message, { details: shortened(details) });
}

export function badQuery(message: string, details?: string): RestError {
  return new RestError(400, 'PGRST100', message, { details: details ?? null });
}

export function queryTooLong(limit: number): RestError {
  return new RestError(414, 'PGRST100', 'The query string is too long', {
    details: `The limit is ${limit} bytes. Send long lists to a function with POST instead.`,
  });
}

export function wrongRpcMethod(method: string): RestError {
  return new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
}

export function invalidBody(message: string): RestError {
  return new RestError(400, 'PGRST102', message);
}

/** @param total number of all rows, if counted */
export function invalidRange(details: string, total: number | null = null): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details,
    headers: total === null ? {} : { 'content-range': `*/${total}` },
  });
}

/** @param known kind of the credential and its proper place */
export function wrongCredential(known: string): RestError {
  return new RestError(401, 'PGRST301', known, { headers: { 'www-authenticate': 'Bearer' } });
}

export function unknownSchema(name: string, exposed: string): RestError {
  return new RestError(406, 'PGRST106', `Invalid schema: ${shortened(name)}`, {
    hint: `Only the following schemas are exposed: ${exposed}`,
  });
}

export function unavailableMediaType(accepted: string): RestError {
  return new RestError(
    406,
    'PGRST107',
    `None of these media types are available: ${shortened(accepted)}`,
  );
}

export function unsupportedContentType(type: string): RestError {
  return new RestError(415, 'PGRST102', `Content-Type not acceptable: ${shortened(type)}`);
}

export function notEmbedded(name: string): RestError {
  return new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

export function badResponseHeaders(): RestError {
  return new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  );
}

export function badResponseStatus(): RestError {
  return new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');
}

export function notSingular(rows: number, max = Number.POSITIVE_INFINITY): RestError {
  return new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows > max ? `more than ${max}` : rows} rows`,
  });
}

export function unsupportedMethod(method: string): RestError {
  return new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
}

export function orderNotToOne(origin: string, target: string): RestError {
  return new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
}

export function badEmbedFilter(name: string): RestError {
  return new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });
}

export function invalidPreferences(preferences: string[]): RestError {
  return new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${shortened(preferences.join(', '))}`,
  });
}

/** A refused dry run is an error whatever the handling. */
export function rollbackNotAllowed(): RestError {
  return new RestError(400, 'PGRST122', 'The preference tx=rollback is not allowed here', {
    details: 'Invalid preferences: tx=rollback',
  });
}

export function aggregatesNotAllowed(): RestError {
  return new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
}

export function tooManyAffected(rows: number): RestError {
  return new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });
}

export function selectedTooOften(column: string, most: number): RestError {
  return new RestError(400, 'PGRST100', `The column '${shortened(column)}' is selected too often`, {
    details: `A request can select one column at most ${most} times.`,
    hint: 'Select the column once and copy its values in the client.',
  });
}

export function invalidPath(): RestError {
  return new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
}

export function rootDisabled(): RestError {
  return new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');
}

export function notImplemented(details: string): RestError {
  return new RestError(400, 'PGRST127', 'Feature not implemented', { details });
}

export function maxAffectedNeedsSet(): RestError {
  return new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  );
}

/** A write to every row of a table counts as a mistake, as in pg-safeupdate. */
export function needsWhere(command: 'UPDATE' | 'DELETE'): RestError {
  return new RestError(400, '21000', `${command} requires a WHERE clause`);
}
