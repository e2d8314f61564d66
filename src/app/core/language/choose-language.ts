import * as languageEndpoints from '../../../../contract/endpoints/language.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../api/call.ts'
import type { PortalConfig } from '../api/config.ts'
import { notify } from '../notices/notices.ts'
import { addTexts, i18n, redrawTexts } from './i18n.ts'
import { isLanguage, language, setLanguage } from './language.ts'

const OF_PORTAL: ReadonlySet<string> = new Set(['shared', 'module'])
const merged = new Set<string>()
/** Packs in use, which must follow a change of language. */
const wanted = new Map<string, (lang: Language) => Promise<Record<string, unknown>>>()

/** A language that the configuration passes as an object is not loaded. */
export function declarePortalPacks({ root, code, appCode, commonVersion, language: passed = {} }: PortalConfig): void {
  wanted.set(
    'shared',
    async (lang) => passed[lang] ?? call(languageEndpoints.sharedPack, { version: commonVersion, lang }),
  )
  wanted.set('module', async (lang) =>
    passed[lang] ? {} : call(languageEndpoints.modulePack, { root, code, lang, appCode }),
  )
}

/** Declares the pack of a bundled application and loads it if the current language needs one. Resolves also on failure. */
export async function declareApplicationPack(code: string): Promise<void> {
  wanted.set(`application ${code}`, (lang) =>
    call(languageEndpoints.modulePack, { root: 'pages', code, lang, appCode: code }),
  )
  await loadPacks(language.current)
}

/** Loads what a language still lacks; zh-CN is bundled. Resolves to whether every pack is there. */
export async function loadPacks(lang: Language): Promise<boolean> {
  if (lang === 'zh-CN') return true
  const lacked = [...wanted].filter(([name]) => !merged.has(`${lang} ${name}`))
  const results = await Promise.allSettled(
    lacked.map(async ([name, load]) => {
      for (const [namespace, texts] of Object.entries(await load(lang))) {
        if (typeof texts === 'object' && texts !== null) addTexts(lang, namespace, { ...texts })
      }
      merged.add(`${lang} ${name}`)
    }),
  )
  // Shown in Chinese before, if they did not come at the start. An application's come before it is drawn.
  if (lacked.some(([name]) => OF_PORTAL.has(name) && merged.has(`${lang} ${name}`))) redrawTexts()
  return results.every((result) => result.status === 'fulfilled')
}

/** Switches the language without a reload. Any value but zh-CN and en, and one whose pack cannot be loaded, is refused with a notice. */
export async function chooseLanguage(value: string): Promise<void> {
  if (!isLanguage(value) || !(await loadPacks(value))) {
    notify('warning', i18n.t(isLanguage(value) ? 'common:languageFailed' : 'common:languageUnsupported'))
    return
  }
  await i18n.changeLanguage(value)
  setLanguage(value)
}

/** Switches between the two languages. */
export const chooseOtherLanguage = (): void => void chooseLanguage(language.current === 'en' ? 'zh-CN' : 'en')
