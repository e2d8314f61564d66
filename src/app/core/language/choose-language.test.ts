import { afterEach, expect, it, vi } from 'vitest'
import { parseConfig } from '../api/config.ts'
import { declarePortalPacks, loadPacks } from './choose-language.ts'
import { i18n } from './i18n.ts'

afterEach(() => vi.unstubAllGlobals())

it('uses a language object that is passed, and loads no pack for it', async () => {
  const load = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', load)
  const language = { en: { shell: { desktop: 'Home' } } }
  declarePortalPacks(parseConfig(JSON.stringify({ code: 'portal', appCode: 'app', language })))
  expect(await loadPacks('en')).toBe(true)
  expect(load).not.toHaveBeenCalled()
  expect(i18n.getFixedT('en', 'shell')('desktop')).toBe('Home')
  // What it does not name stays Chinese.
  expect(i18n.getFixedT('en', 'shell')('settings')).toBe('设置')
})
