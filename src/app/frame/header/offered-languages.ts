import { LANGUAGES } from '../../../../contract/limits.ts'

/** The languages that the portal offers, as an installation may say in its start-up configuration; null where it says nothing. */
export type OfferedLanguages = readonly string[] | 'not-a-list'

/** Reads the list of languages of the configuration: codes, each once. Anything but a list is an error of the installation, which the person is told. */
export function readOfferedLanguages(given: unknown): OfferedLanguages {
  if (given === undefined || given === null) return LANGUAGES
  if (!Array.isArray(given)) return 'not-a-list'
  const codes = given.filter((code) => typeof code === 'string' && code !== '')
  return codes.length > 0 ? [...new Set<string>(codes)] : LANGUAGES
}
