import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

interface ReadPhone {
  /** A Chinese mobile number as 11 digits, another number as E.164; a text that is no number as it is, without what stands beside numbers. */
  readonly phone: string
  readonly isNumber: boolean
  /** Further numbers in the cell. */
  readonly more: readonly string[]
}

/** Characters of a number that is kept as text, as the database takes it. */
const TEXT_LENGTH = 32
const CHINESE_MOBILE = /^(?:(?:\+|00)?86)?(1\d{10})$/
/** A mobile number of the United Kingdom, which would be read as one of a Chinese town. */
const BRITISH_MOBILE = /^07\d{9}$/

/** Reads a cell of telephone numbers; undefined where it has no digit. The first number is the phone. */
export function readPhone(cell: string): ReadPhone | undefined {
  const typed = cell.normalize('NFKC').trim()
  if (!/\d/.test(typed)) return undefined
  const parts = typed
    .split(/[/;,、|]|\s+(?:or|and|或)\s+|(?<=\d{8})\s+(?=\+?\d{8})/i)
    .map((part) => part.trim())
    .filter((part) => /\d/.test(part))
  const numbers = parts.map(numberOf).filter((one) => one !== undefined)
  const [phone, ...more] = numbers
  if (phone !== undefined) return { phone, isNumber: true, more }
  return { phone: typed.replaceAll(/\s+/g, ' ').slice(0, TEXT_LENGTH), isNumber: false, more: [] }
}

/** Remarks in brackets and words such as 'Tel:' are cut. */
function numberOf(part: string): string | undefined {
  const text = part.replaceAll(/\([^()\d]*\)/g, '').replaceAll(/^[^\d+(]+|[^\d)]+$/g, '')
  const digits = text.replaceAll(/[\s().·-]/g, '')
  const mobile = CHINESE_MOBILE.exec(digits)?.[1]
  if (mobile !== undefined) return mobile
  const number = parsePhoneNumberFromString(text.replace(/^00/, '+'), BRITISH_MOBILE.test(digits) ? 'GB' : 'CN')
  // A number with its country's code is taken as it is: new ranges come sooner than new versions of the library.
  const isKnown = /^\+|^00/.test(text) || BRITISH_MOBILE.test(digits) ? number?.isPossible() : number?.isValid()
  return number && isKnown ? number.number : undefined
}
