/** How the browser is held back: not at all, like a phone on slow 4G, or like the same phone without a network. */
export type Conditions = 'full' | 'slow' | 'offline'

/** Slow 4G: 150 ms more for every request, 1.6 Mbit/s down and 0.75 Mbit/s up (here in bytes a second, as DevTools counts). */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const FULL_SPEED = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const CPU_SLOWDOWN = 4

/** The parameters of `Network.emulateNetworkConditions`. */
export function networkOf(conditions: Conditions): object {
  const speed = conditions === 'full' ? FULL_SPEED : SLOW_4G
  return { offline: conditions === 'offline', ...speed }
}

/** The parameters of `Emulation.setCPUThrottlingRate`. */
export function processorOf(conditions: Conditions): { rate: number } {
  return { rate: conditions === 'full' ? 1 : CPU_SLOWDOWN }
}

/**
 * The hosts that Chromium may resolve. Third parties fail at once in every condition, so that none can be part of a figure; offline even the
 * portal's own name fails, because emulation alone lets sockets of a starting service worker through.
 */
export function resolverRulesOf(conditions: Conditions): string {
  return conditions === 'offline' ? 'MAP * ~NOTFOUND' : 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'
}
