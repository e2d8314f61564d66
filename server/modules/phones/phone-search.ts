import { getCountryCallingCode } from 'libphonenumber-js/max'
import { type Country, readPhone } from './read-phone.ts'

/** Fewer digits are the beginning of too many numbers. */
const DIGITS_MIN = 5

/**
 * With which digits a stored phone begins that is searched by `typed`: as it is stored, as it is shown, or as it is dialled within the country. None for a text that is no phone or the
 * beginning of one.
 */
export function phoneStarts(typed: string, country: Country): string[] {
  const text = typed.normalize('NFKC').trim()
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < DIGITS_MIN || !/^[+\d\s().·-]+(?:(?:;ext=|ext\.?|x|#)\s*\d+)?$/i.test(text)) return []
  const read = readPhone(text, country)
  const isInternational = /^\+|^00/.test(text)
  return [
    ...new Set([
      digits.replace(/^00/, ''),
      ...(isInternational ? [] : [getCountryCallingCode(country) + digits.replace(/^0/, '')]),
      ...(read?.isNumber ? [read.phone.replaceAll(/\D/g, '')] : []),
    ]),
  ]
}
