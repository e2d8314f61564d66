import { expect, it } from 'vitest'
import { installWay } from './install-way.ts'

const AGENTS = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  firefoxOnAndroid: 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0',
  chromeOnMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
}

it('says how each browser installs the portal', () => {
  expect(installWay(AGENTS.iPhone, 5)).toBe('share')
  expect(installWay(AGENTS.mac, 0)).toBe('dock')
  expect(installWay(AGENTS.chromeOnMac, 0)).toBe('menu')
  expect(installWay(AGENTS.firefoxOnAndroid, 5)).toBe('menu')
})

it('knows an iPad that calls itself a Mac', () => {
  expect(installWay(AGENTS.mac, 5)).toBe('share')
})

it('promises no menu in Firefox on a computer', () => {
  expect(installWay(AGENTS.firefox, 0)).toBe('elsewhere')
})
