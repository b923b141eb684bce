import { isLoopback } from './is-loopback.ts';
import type { AuthOptions } from './options.ts';

function matches(pattern: string, address: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]*');
  return new RegExp(`^${source}$`).test(address);
}

/** Returns the requested target if it is on the site or the allow-list, else the site. */
export function safeRedirect(options: AuthOptions, wanted: string | undefined): string {
  if (wanted === undefined || !URL.canParse(wanted)) return options.siteUrl;
  const address = new URL(wanted);
  const site = new URL(options.siteUrl);
  if (address.origin === site.origin && !address.username) return address.href;
  if (isLoopback(site.hostname) && isLoopback(address.hostname) && address.port === site.port) {
    return address.href;
  }
  return options.redirectAllowList.some((pattern) => matches(pattern, address.href))
    ? address.href
    : options.siteUrl;
}
