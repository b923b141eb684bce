import {
  type Browser,
  type CDPSession,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

/** Chromium options; as root in a container it needs to run without its sandbox. */
export const CHROMIUM_OPTIONS: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

export function openBrowser(): Promise<Browser> {
  const running = process.env.TEST_BROWSER;
  return running === undefined ? chromium.launch(CHROMIUM_OPTIONS) : chromium.connect(running);
}

export async function openPage(
  browser: Browser,
  options: { width?: number; dark?: boolean; url: string },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: options.url,
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    acceptDownloads: true,
  });
  context.setDefaultTimeout(20_000);
  return context.newPage();
}

export async function addSecurityKey(devtools: CDPSession): Promise<string> {
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}
