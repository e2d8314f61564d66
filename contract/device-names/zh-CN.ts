import type { DeviceNames } from '../rules/user-agent.ts'

/** Chinese names of browsers and systems. A browser follows 上的 directly: names in Latin letters start with a space. */
export const deviceNames: DeviceNames = {
  browsers: {
    wecom: '企业微信',
    wechat: '微信',
    dingtalk: '钉钉',
    edge: ' Edge',
    opera: ' Opera',
    samsung: '三星浏览器',
    huawei: '华为浏览器',
    xiaomi: '小米浏览器',
    qq: ' QQ 浏览器',
    uc: ' UC 浏览器',
    quark: '夸克',
    firefox: ' Firefox',
    chrome: ' Chrome',
    safari: ' Safari',
  },
  systems: {
    harmony: '鸿蒙',
    windows: 'Windows',
    ipados: 'iPad',
    ios: 'iPhone',
    android: '安卓',
    chromeos: 'ChromeOS',
    macos: 'Mac',
    linux: 'Linux',
  },
}
