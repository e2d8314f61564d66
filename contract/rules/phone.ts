/** True for a mobile number as used in China: 11 digits, the first of which is 1. */
export function isPhone(number: string): boolean {
  return /^1\d{10}$/.test(number)
}
