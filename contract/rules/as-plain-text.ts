const FORMULA = /^[=+\-@\t\r]/

/** Prevents spreadsheet programs from taking a cell for a formula. */
export function asPlainText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}
