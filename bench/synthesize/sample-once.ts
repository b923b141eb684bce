import { sampleCommand } from '../../src/cli/synthesize/sample.ts';

/** `sandbox sample` alone in a process; the last line has its seconds and the most memory it had, in megabytes. */
const started = performance.now();
await sampleCommand(process.argv.slice(2));
const seconds = (performance.now() - started) / 1000;
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ seconds, megabytes }));
