import { type CountryCode, getCountries, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'

export type Country = CountryCode

interface ReadPhone {
  /** A Chinese mobile number as 11 digits, another number as E.164, with an extension as '+442079460958;ext=12'; a text that is no number as it is, without what stands beside numbers. */
  readonly phone: string
  readonly isNumber: boolean
  /** Further numbers in the cell. */
  readonly more: readonly string[]
}

/** Characters of a number that is kept as text, as the database takes it. */
const TEXT_LENGTH = 32
/** Of the shortest numbers of a town. */
const DIGITS_LEAST = 6
const CHINESE_MOBILE = /^(?:(?:\+|00)?86)?(1\d{10})$/
/** A mobile number of the United Kingdom, which would be read as one of a Chinese town. */
const BRITISH_MOBILE = /^07\d{9}$/

/** The country of a time zone (IANA), whose numbers need no code: China for zones of no country. */
export function countryOfZone(timeZone: string): Country {
  const { timeZone: zone } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
  const known = countries.get(zone)
  if (known !== undefined) return known
  // China first: to ask about all takes a third of a second.
  const found = (['CN', ...getCountries()] as const).find((region) => zonesOf(region).includes(zone)) ?? 'CN'
  countries.set(zone, found)
  return found
}

/** By time zone. */
const countries = new Map<string, Country>()

function zonesOf(region: Country): readonly string[] {
  // Newer engines have the method alone, and the types of TypeScript neither.
  const locale: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined } = new Intl.Locale(
    'und',
    { region },
  )
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** Reads a cell of telephone numbers; undefined where it has none. The first number is the phone. `country`: of numbers without a country's code. */
export function readPhone(cell: string, country: Country = 'CN'): ReadPhone | undefined {
  const typed = cell.normalize('NFKC').trim()
  if (!/\d/.test(typed)) return undefined
  const parts = typed
    .split(/[/;,、|](?!\s*(?:ext|x\s*\d|#))|\s+(?:or|and|或)\s+|(?<=\d{8})\s+(?=\+?\d{8})/i)
    .map((part) => part.trim())
    .filter((part) => !isNoNumber(part))
  if (parts.length === 0) return undefined
  const numbers = parts.map((part) => numberOf(part, country)).filter((one) => one !== undefined)
  const [phone, ...more] = numbers
  if (phone !== undefined) return { phone, isNumber: true, more }
  return { phone: typed.replaceAll(/\s+/g, ' ').slice(0, TEXT_LENGTH), isNumber: false, more: [] }
}

/** No digit, too few of them without a word beside them, or one digit alone: 0, 1, 00000000000. */
function isNoNumber(part: string): boolean {
  const digits = part.replaceAll(/\D/g, '')
  return digits === '' || (digits.length < DIGITS_LEAST && !/\p{L}/u.test(part)) || /^(\d)\1*$/.test(digits)
}

/** Remarks in brackets and words such as 'Tel:' are cut. */
function numberOf(part: string, country: Country): string | undefined {
  // As Chinese mobile numbers are stored and exported, also where these digits could be a number of another country.
  if (/^1\d{10}$/.test(part)) return part
  const text = part.replaceAll(/\([^()\d]*\)/g, '').replaceAll(/^[^\d+(]+|[^\d)]+$/g, '')
  const digits = text.replaceAll(/[\s().·-]/g, '')
  const own = country === 'CN' ? undefined : parsePhoneNumberFromString(text.replace(/^00/, '+'), country)
  if (own?.isValid()) return storedForm(own)
  const mobile = CHINESE_MOBILE.exec(digits)?.[1]
  if (mobile !== undefined) return mobile
  const isBritish = BRITISH_MOBILE.test(digits)
  const number = parsePhoneNumberFromString(text.replace(/^00/, '+'), isBritish ? 'GB' : country)
  // A number with its country's code is taken as it is: new ranges come sooner than new versions of the library.
  const isKnown = /^\+|^00/.test(text) || isBritish ? number?.isPossible() : number?.isValid()
  return number && isKnown ? storedForm(number) : undefined
}

/** A number as RFC 3966 writes it: '+442079460958', or '+442079460958;ext=12'. */
export function globalForm({ number, ext }: PhoneNumber): string {
  return ext ? `${number};ext=${ext}` : number
}

function storedForm(number: PhoneNumber): string {
  const written = globalForm(number)
  return CHINESE_MOBILE.exec(written)?.[1] ?? written
}
