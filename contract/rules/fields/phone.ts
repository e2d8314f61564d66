/** Whether it is a Chinese mobile number of 11 digits, the first of which is 1, or a number of any country with its code (E.164) and perhaps an extension (RFC 3966): what a `tel:` link can call. */
export function isPhone(number: string): boolean {
  return /^1\d{10}$|^\+[1-9]\d{5,14}(?:;ext=\d{1,7})?$/.test(number)
}

/** Whether a number may be stored: also one that an import kept as it was written. */
export function isStoredPhone(number: string): boolean {
  return /^[\p{L}\d+()*#.:;,=/\- ]{3,32}$/u.test(number) && /\d/.test(number)
}
