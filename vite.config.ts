import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroup } from './scripts/chunk-groups.ts';

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
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: chunkGroup(), debugName: 'by page' },
            {
              name: 'icons',
              test: /lucide-react.*icons/,
              entriesAware: true,
              entriesAwareMergeThreshold: 1500,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(services.map((path) => [path, { target: host, ws: true }])),
  },
});
