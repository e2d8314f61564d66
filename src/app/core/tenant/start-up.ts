import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { documentUnit } from './unit.ts'

/** The unit's part of the start-up configuration, with the defaults of the specification. */
export function startUp(unit: UnitConfig | null = documentUnit()) {
  return {
    ticketName: unit?.loginTickitConifg?.name ?? 'ticket',
    /** Undefined if the unit does not allow sign-in by ticket. */
    ticketPath: unit?.loginTickitConifg?.apipath ?? undefined,
    jumpPage: unit?.loginJumpPage ?? undefined,
    autoLogin: unit?.autoLogin ?? true,
    languages: readOfferedLanguages(unit?.languageList),
    /** Without a choice of the user the browser's language is used. */
    followsBrowser: unit?.languageFollowsBrowser === true,
  }
}

/** Reads the configuration's list of languages: codes, each once. Any other value is a configuration error, which the menu reports. */
export function readOfferedLanguages(given: unknown): readonly string[] | 'not-a-list' {
  if (given === undefined || given === null) return LANGUAGES
  if (!Array.isArray(given)) return 'not-a-list'
  const codes = given.filter((code) => typeof code === 'string' && code !== '')
  return codes.length > 0 ? [...new Set<string>(codes)] : LANGUAGES
}
