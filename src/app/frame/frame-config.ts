import type { PortalConfig } from '../core/api/config.ts'
import { LANGUAGES } from '../../../contract/limits.ts'

let deployed: { readonly root: string; readonly code: string } = { root: 'pages', code: 'portal' }
let languages: OfferedLanguages = readOfferedLanguages(undefined)

/** Applies the frame's part of the start-up configuration. */
export function configureFrame({
  languageList,
  root,
  code,
}: Pick<PortalConfig, 'languageList' | 'root' | 'code'>): void {
  deployed = { root, code }
  languages = readOfferedLanguages(languageList)
}

/** The languages that the portal offers. */
export function offeredLanguages(): OfferedLanguages {
  return languages
}

/** The path of the front end's own version files. */
export function deployedFrontEnd(): { readonly root: string; readonly code: string } {
  return deployed
}

/** From the start-up configuration; null without a setting. */
type OfferedLanguages = readonly string[] | 'not-a-list'

/** Reads the configuration's list of languages: codes, each once. Any other value is a configuration error, which the menu reports. */
export function readOfferedLanguages(given: unknown): OfferedLanguages {
  if (given === undefined || given === null) return LANGUAGES
  if (!Array.isArray(given)) return 'not-a-list'
  const codes = given.filter((code) => typeof code === 'string' && code !== '')
  return codes.length > 0 ? [...new Set<string>(codes)] : LANGUAGES
}
