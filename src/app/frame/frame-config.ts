import type { PortalConfig } from '../core/api/config.ts'
import { LANGUAGES } from '../../../contract/limits.ts'

/** The frame's part of the start-up configuration. */
export const frameConfig = {
  /** The path of the front end's own version files. */
  deployed: { root: 'pages', code: 'portal' },
  /** The languages that the portal offers. */
  languages: readOfferedLanguages(undefined),
}

export function configureFrame({ languageList, root, code }: PortalConfig): void {
  frameConfig.deployed = { root, code }
  frameConfig.languages = readOfferedLanguages(languageList)
}

/** Reads the configuration's list of languages: codes, each once. Any other value is a configuration error, which the menu reports. */
export function readOfferedLanguages(given: unknown): readonly string[] | 'not-a-list' {
  if (given === undefined || given === null) return LANGUAGES
  if (!Array.isArray(given)) return 'not-a-list'
  const codes = given.filter((code) => typeof code === 'string' && code !== '')
  return codes.length > 0 ? [...new Set<string>(codes)] : LANGUAGES
}
