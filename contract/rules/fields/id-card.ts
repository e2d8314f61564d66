/** Weights of the first 17 digits and the check character for each remainder, from GB 11643 (ISO 7064 MOD 11-2). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/** Whether it has the shape of a national ID number: 15 digits, or 17 digits and a last digit or X (also x). */
export function isIdCard(number: string): boolean {
  return /^(\d{15}|\d{17}[\dXx])$/.test(number)
}

/** Whether an 18-character ID number has a correct check character. False for 15 digits, which have none. */
export function hasValidIdCardChecksum(number: string): boolean {
  if (!isIdCard(number) || number.length !== 18) return false
  return checkCharacter(number) === number[17]?.toUpperCase()
}

/** Of the first 17 digits. */
function checkCharacter(number: string): string | undefined {
  return CHECK_CHARACTERS[WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0) % 11]
}

/**
 * An ID number as it is kept and as it is compared: without spaces, X in upper case, and to be compared with 18 characters, also one of 15 digits. Null for what is none, or has a wrong check
 * character.
 */
export function readIdCard(text: string): { readonly number: string; readonly compared: string } | null {
  const number = text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()
  if (!isIdCard(number)) return null
  if (number.length === 18) return hasValidIdCardChecksum(number) ? { number, compared: number } : null
  // Numbers of 15 digits have the year with two digits and are of people who were born in the 20th century.
  const long = `${number.slice(0, 6)}19${number.slice(6)}`
  return { number, compared: `${long}${checkCharacter(long)}` }
}

/** Whether what was typed is an ID number, in any form that `readIdCard` reads. */
export const isTypedIdCard = (text: string) => readIdCard(text) !== null

const MASK = '••••'

/** Whether it is what `maskNumber` shows of a number. */
export const isMaskedNumber = (text: string) => text.startsWith(MASK)

/** The last characters of a number that is not shown, with dots for all others. */
export function maskNumber(number: string): string {
  return `${MASK}${number.slice(-Math.min(4, Math.floor(number.length / 3)))}`
}

/** A text in which each ID number is masked. */
export function maskIdCards(text: string): string {
  return text.replaceAll(/\d{17}[\dXx]|\d{15}/g, maskNumber)
}
