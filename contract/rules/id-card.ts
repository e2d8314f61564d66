/** Weights of the first 17 digits and the check character for each remainder, from GB 11643 (ISO 7064 MOD 11-2). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/** True for the shape of a national ID number: 15 digits, or 17 digits and a last digit or X (small x too). */
export function isIdCard(number: string): boolean {
  return /^(\d{15}|\d{17}[\dXx])$/.test(number)
}

/** True for an 18-character ID number whose last character agrees with the others. Numbers of 15 digits carry no check, so false. */
export function hasValidIdCardChecksum(number: string): boolean {
  if (!isIdCard(number) || number.length !== 18) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  return CHECK_CHARACTERS[sum % 11] === number[17]?.toUpperCase()
}
