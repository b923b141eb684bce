const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns true if a host, as written by a browser or a configuration, is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.has(hostname);
