import { sampleCommand } from '../../src/cli/synthesize/sample.ts';

/** Runs `sandbox sample`; the last output line has its seconds and peak memory in MB. */
const started = performance.now();
await sampleCommand(process.argv.slice(2));
const seconds = (performance.now() - started) / 1000;
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ seconds, megabytes }));
