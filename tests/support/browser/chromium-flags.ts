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

/**
 * Chromium loads the list below its address bar into every window, also into windows that are not visible: a page beside ours that took as long as ours, half of the
 * time of a short test. Of two such flags the last one counts, so that this one repeats what Playwright 1.65 turns off.
 */
export const WITHOUT_ADDRESS_BAR = `--disable-features=${[
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
].join(',')}`
