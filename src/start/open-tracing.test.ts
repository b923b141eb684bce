import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Returns the OpenTelemetry modules that a process loads when it opens its tracing. */
function loaded(environment: Record<string, string>): string {
  const code = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve: (specifier, context, next) => (seen.push(specifier), next(specifier, context)) });
    const { readConfig } = await import('./config.ts');
    const { openTracing } = await import('./open-tracing.ts');
    await openTracing(readConfig(), 'api', { warn() {} });
    console.log(seen.filter((name) => name.startsWith('@opentelemetry/')).length);
    process.exit();`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname),
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  }).trim();
}

test('the client of collectors is loaded where one is named, and only there', () => {
  expect(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe('0');
  expect(Number(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }))).toBeGreaterThan(3);
});
