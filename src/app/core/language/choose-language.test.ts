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

it('draws all texts again for a pack of the portal that comes late, and not for one of an application or for what a lazy page adds', async () => {
  // What the test before merged stays.
  vi.resetModules()
  const packs = await import('./choose-language.ts')
  const texts = await import('./i18n.ts')
  const { language: shown } = await import('./language.ts')
  const drawn = vi.fn<() => void>()
  for (const event of String(texts.i18n.options.react?.bindI18n).split(' ')) texts.i18n.on(event, drawn)
  expect(texts.i18n.options.react?.bindI18nStore).toBeUndefined()
  const answer = { code: 'ok', data: { shell: { desktop: 'Home' } } }
  const load = vi.fn<typeof fetch>(async () => Response.json(answer))
  load.mockRejectedValueOnce(new TypeError('no network'))
  load.mockRejectedValueOnce(new TypeError('no network'))
  vi.stubGlobal('fetch', load)
  packs.declarePortalPacks(parseConfig(JSON.stringify({ code: 'portal', appCode: 'app' })))
  shown.set('en')
  try {
    texts.addTexts('zh-CN', 'files', { title: '文件' })
    expect(await packs.loadPacks('en')).toBe(false)
    expect(drawn).not.toHaveBeenCalled()
    expect(await packs.loadPacks('en')).toBe(true)
    expect(drawn).toHaveBeenCalledTimes(1)
    await packs.declareApplicationPack('files')
    expect(drawn).toHaveBeenCalledTimes(1)
  } finally {
    shown.set('zh-CN')
  }
})
