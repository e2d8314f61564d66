import type { DeviceNames } from '../rules/user-agent.ts'

/** English names of browsers and systems, for pages and mails. */
export const deviceNames: DeviceNames = {
  browsers: {
    wecom: 'WeCom',
    wechat: 'WeChat',
    dingtalk: 'DingTalk',
    edge: 'Edge',
    opera: 'Opera',
    samsung: 'Samsung Internet',
    huawei: 'Huawei Browser',
    xiaomi: 'Mi Browser',
    qq: 'QQ Browser',
    uc: 'UC Browser',
    quark: 'Quark',
    firefox: 'Firefox',
    chrome: 'Chrome',
    safari: 'Safari',
  },
  systems: {
    harmony: 'HarmonyOS',
    windows: 'Windows',
    ipados: 'iPad',
    ios: 'iPhone',
    android: 'Android',
    chromeos: 'ChromeOS',
    macos: 'Mac',
    linux: 'Linux',
  },
}
