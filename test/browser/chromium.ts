import { execFileSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

/** The Chromium that is installed: `CHROMIUM`, else the first one in the PATH. */
function executable(): string {
  const name = process.env['CHROMIUM'];
  if (name) return name;
  for (const candidate of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [candidate], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      // The next one, then.
    }
  }
  throw new Error('no Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM');
}

/** Starts Chromium so that it talks to nobody but the pages it is given. */
export function startChromium(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath: executable(), headless: true, args });
}
