/** Milliseconds until an address is revoked: some browsers read the bytes only after the press was handled, and download nothing if they are gone by then. */
const REVOKE_AFTER = 60_000

/** Saves bytes that the page made as a download with this name. Call it while a press is handled, or soon after. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER)
}
