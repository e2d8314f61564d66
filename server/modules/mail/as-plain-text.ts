const FORMULA = /^[=+\-@\t\r]/

/** The text of a cell that no program takes for a formula, in a sheet or in what is saved from it as CSV. */
export function asPlainText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}
