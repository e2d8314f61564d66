import * as calls from '../../../../contract/endpoints/language.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../api/call.ts'
import type { PortalConfig } from '../api/config.ts'
import { addTexts, i18n } from './i18n.ts'
import { isLanguage, language, setLanguage } from './language.ts'

const merged = new Set<string>()
/** Packs in use, which must follow a change of language. */
const wanted = new Map<string, (lang: Language) => Promise<Record<string, unknown>>>()

export function declarePortalPacks({ root, code, appCode, commonVersion }: PortalConfig): void {
  wanted.set('shared', (lang) => call(calls.sharedPack, { version: commonVersion, lang }))
  wanted.set('module', (lang) => call(calls.modulePack, { root, code, lang, appCode }))
}

/** Declares an application's pack and loads it if the current language needs one. Resolves also on failure. */
export async function declareApplicationPack(root: string, code: string): Promise<void> {
  wanted.set(`application ${code}`, (lang) => call(calls.modulePack, { root, code, lang, appCode: code }))
  await loadPacks(language.current)
}

/** Loads what a language still lacks; zh-CN is bundled. Resolves to whether every pack is there. */
export async function loadPacks(lang: Language): Promise<boolean> {
  if (lang === 'zh-CN') return true
  const results = await Promise.allSettled(
    [...wanted]
      .filter(([name]) => !merged.has(`${lang} ${name}`))
      .map(async ([name, load]) => {
        for (const [namespace, texts] of Object.entries(await load(lang))) {
          if (typeof texts === 'object' && texts !== null) addTexts(lang, namespace, { ...texts })
        }
        merged.add(`${lang} ${name}`)
      }),
  )
  return results.every((result) => result.status === 'fulfilled')
}

/** Why a change of language did not happen. */
export type LanguageRefusal = 'unsupported' | 'pack-missing'

/** Switches the language without a reload. Any value but zh-CN and en is refused, and a missing pack leaves the language unchanged. */
export async function chooseLanguage(value: unknown): Promise<LanguageRefusal | null> {
  if (!isLanguage(value)) return 'unsupported'
  if (!(await loadPacks(value))) return 'pack-missing'
  await i18n.changeLanguage(value)
  setLanguage(value)
  return null
}
