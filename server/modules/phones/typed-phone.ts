import { isPhone } from '../../../contract/rules/fields/phone.ts'
import type { Tx } from '../../db/database.ts'
import { fieldError } from '../../http/call.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { type Country, countryOfZone, readPhone } from './read-phone.ts'
import { showPhone } from './show-phone.ts'

/** The country whose numbers need no code in the transaction's unit. */
export async function readCountry(tx: Tx): Promise<Country> {
  return countryOfZone(await readTimeZone(tx))
}

/**
 * What is stored of a phone typed into a form, read as those of imports; '' for none. What was stored `before` stays when it is typed as it is stored or shown, also one that an import kept as
 * text. Throws at its field 'field.phone' for a new one that is no number, or several.
 */
export async function storedPhone(tx: Tx, typed: string, before: string): Promise<string> {
  if (typed === '' || typed === before) return typed
  if (typed === showPhone(before)) return before
  const read = readPhone(typed, await readCountry(tx))
  if (read?.isNumber && read.more.length === 0) return read.phone
  // The number is in a range that the library does not know.
  if (isPhone(typed)) return typed
  throw fieldError('phone', 'field.phone')
}
