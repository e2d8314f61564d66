/** With a byte-order mark, by which Excel knows UTF-8; texts that a program would take for formulas get an apostrophe. */
export function writeCsv(rows: readonly (readonly string[])[], { neutral = true, mark = true } = {}): string {
  const cell = (text: string) => {
    const safe = neutral && /^[=+@\t\r-]/.test(text) ? `'${text}` : text
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `${mark ? '\uFEFF' : ''}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
