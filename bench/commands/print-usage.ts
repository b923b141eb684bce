/** Loaded before a command: prints its processor seconds, those of its main thread, and its peak. */
process.once('exit', () => {
  const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  const usage = {
    seconds: seconds(process.cpuUsage()),
    main: seconds(process.threadCpuUsage()),
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.stderr.write(`\nusage ${JSON.stringify(usage)}\n`);
});
