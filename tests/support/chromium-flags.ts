/** What makes Chromium start and stay quiet in a network without a way out. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Its own choice of files cannot be answered by a test; the older one, which other browsers have, can. upload-ways.spec.ts has both.
  '--disable-blink-features=FileSystemAccessLocal',
] as const
