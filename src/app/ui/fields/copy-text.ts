/** Copies a text; false where the browser refuses, or has no clipboard for the page, as over plain http. Never rejects. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // oxlint-disable-next-line no-restricted-properties -- the one place that writes to the clipboard
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
