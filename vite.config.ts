import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const host = process.env.SANDBOX_HOST ?? 'http://127.0.0.1:3000';
const services = [
  '/config.json',
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/functions/v1',
  '/realtime/v1',
];

const FORMS =
  /src\/(shared\/(limits|refusals)|web\/(data\/(call-function|identity-providers|provider-answer)|lib\/(notices|validation)|ui\/((password-)?input|field)))\.tsx?$/;

/** The web pages: sources in src/web, built into dist/web, one chunk a route. */
export default defineConfig({
  root: at('./src/web'),
  publicDir: at('./src/web/public'),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: at('./dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // A data: font or script would be one more thing for the content policy to allow.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What loads what, for the size budget; it is moved out of what is served.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What every form loads, as one file: a dozen of a few hundred bytes compress badly.
          groups: [{ name: 'forms', test: FORMS }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(services.map((path) => [path, { target: host, ws: true }])),
  },
});
