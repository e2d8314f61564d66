/** Whether it is a Chinese mobile number: 11 digits, the first of which is 1. */
export function isPhone(number: string): boolean {
  return /^1\d{10}$/.test(number)
}
