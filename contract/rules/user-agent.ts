/** The most specific first, because most browsers identify as Chrome or Safari as well. */
const BROWSERS = [
  ['wecom', /wxwork\//i],
  ['wechat', /MicroMessenger\//i],
  ['dingtalk', /DingTalk\//i],
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\b(?:OPR|OPT|Opera)\//],
  ['samsung', /SamsungBrowser\//],
  ['huawei', /HuaweiBrowser\//],
  ['xiaomi', /MiuiBrowser\//i],
  ['qq', /\bM?QQBrowser\//],
  ['uc', /\bUC?Browser\/|\bUBrowser\//],
  ['quark', /\bQuark\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['safari', /\bVersion\/[\d.]+.*\bSafari\//],
] as const

const SYSTEMS = [
  ['harmony', /HarmonyOS|OpenHarmony/i],
  ['windows', /Windows NT|Windows Phone/],
  ['ipados', /\biPad\b/],
  ['ios', /\b(?:iPhone|iPod)\b/],
  ['android', /\bAndroid\b/],
  ['chromeos', /\bCrOS\b/],
  ['macos', /\bMacintosh\b|Mac OS X/],
  ['linux', /\bLinux\b|\bX11\b/],
] as const

type BrowserName = (typeof BROWSERS)[number][0]
type SystemName = (typeof SYSTEMS)[number][0]

/** The device of a user agent; null for unknown parts. */
export interface DeviceKind {
  readonly browser: BrowserName | null
  readonly system: SystemName | null
  readonly form: 'computer' | 'phone' | 'tablet'
}

/** Reads browser, system and form from a user agent, which may be truncated or empty. An iPad that requests desktop pages counts as a Mac. */
export function readUserAgent(userAgent: string): DeviceKind {
  const system = find(SYSTEMS, userAgent)
  return { browser: find(BROWSERS, userAgent), system, form: formOf(system, userAgent) }
}

function find<Name>(known: readonly (readonly [Name, RegExp])[], userAgent: string): Name | null {
  return known.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
}

function formOf(system: SystemName | null, userAgent: string): DeviceKind['form'] {
  if (system === 'ipados') return 'tablet'
  if (system === 'ios' || /\bMobile\b|Windows Phone|\bPhone\b/.test(userAgent)) return 'phone'
  // By convention, Android's user agent has "Mobile" on phones only.
  return system === 'android' || (system === 'harmony' && /Tablet/i.test(userAgent)) ? 'tablet' : 'computer'
}
