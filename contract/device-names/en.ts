import type { DeviceNames } from '../rules/user-agent.ts'

/** What pages and mails in English call browsers and systems. */
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
