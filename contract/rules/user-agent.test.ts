import { describe, expect, it } from 'vitest'
import { readUserAgent } from './user-agent.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

const known: readonly [string, string, ReturnType<typeof readUserAgent>][] = [
  [
    'Chrome on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    { browser: 'chrome', system: 'windows', form: 'computer' },
  ],
  [
    'Edge on Windows, which calls itself Chrome and Safari too',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    { browser: 'edge', system: 'windows', form: 'computer' },
  ],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    { browser: 'safari', system: 'macos', form: 'computer' },
  ],
  [
    'Firefox on Linux',
    'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    { browser: 'firefox', system: 'linux', form: 'computer' },
  ],
  [
    'Chrome on a Chromebook',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    { browser: 'chrome', system: 'chromeos', form: 'computer' },
  ],
  [
    'Safari on an iPhone, whose system says Mac too',
    `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
    { browser: 'safari', system: 'ios', form: 'phone' },
  ],
  [
    'Chrome on an iPhone',
    `${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
    { browser: 'chrome', system: 'ios', form: 'phone' },
  ],
  [
    'WeChat on an iPhone',
    `${IPHONE} Mobile/15E148 MicroMessenger/8.0.54(0x18003637) NetType/WIFI Language/zh_CN`,
    { browser: 'wechat', system: 'ios', form: 'phone' },
  ],
  [
    'WeChat Work, which calls itself WeChat too',
    `Mozilla/5.0 (Linux; Android 14; 23127PN0CC; wv) ${WEBKIT} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 wxwork/4.1.20 MicroMessenger/7.0.1`,
    { browser: 'wecom', system: 'android', form: 'phone' },
  ],
  [
    'Safari on an iPad',
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    { browser: 'safari', system: 'ipados', form: 'tablet' },
  ],
  [
    'Samsung Internet on an Android tablet',
    `Mozilla/5.0 (Linux; Android 14; SM-X710) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36`,
    { browser: 'samsung', system: 'android', form: 'tablet' },
  ],
  [
    'Huawei Browser on HarmonyOS',
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${WEBKIT} Chrome/132.0.0.0 Safari/537.36 HuaweiBrowser/5.1 Mobile`,
    { browser: 'huawei', system: 'harmony', form: 'phone' },
  ],
]

describe('readUserAgent', () => {
  it.each(known)('knows %s', (_, userAgent, device) => {
    expect(readUserAgent(userAgent)).toEqual(device)
  })

  it('still knows the system when the text was cut after it', () => {
    expect(readUserAgent('Mozilla/5.0 (Windows NT 10.0; Win64')).toEqual({
      browser: null,
      system: 'windows',
      form: 'computer',
    })
  })

  it.each(['', 'curl/8.5.0', 'node'])('admits that it knows nothing of "%s"', (userAgent) => {
    expect(readUserAgent(userAgent)).toEqual({ browser: null, system: null, form: 'computer' })
  })
})
