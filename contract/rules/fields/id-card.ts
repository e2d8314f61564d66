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
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  return CHECK_CHARACTERS[sum % 11] === number[17]?.toUpperCase()
}
