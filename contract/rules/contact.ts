/** True for a contact number as people write it: nothing, or digits, dashes and spaces. */
export function isContact(number: string): boolean {
  return /^[\d -]*$/.test(number)
}
