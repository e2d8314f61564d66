import type { PortalConfig } from '../core/api/config.ts'
import { readOfferedLanguages, type OfferedLanguages } from './header/offered-languages.ts'

let deployed: { readonly root: string; readonly code: string } = { root: 'pages', code: 'portal' }
let languages: OfferedLanguages = readOfferedLanguages(undefined)

/** Takes from the start-up configuration what the frame shows. */
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

/** Where the front end's own files lie that tell its versions. */
export function deployedFrontEnd(): { readonly root: string; readonly code: string } {
  return deployed
}
