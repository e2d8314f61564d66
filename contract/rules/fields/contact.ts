/** Whether a contact number is empty or digits, dashes and spaces. */
export function isContact(number: string): boolean {
  return /^[\d -]*$/.test(number)
}
