const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address's host is the machine itself, as a browser or a configuration writes it. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.has(hostname);
