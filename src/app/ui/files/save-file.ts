/** Milliseconds until an address is revoked: some browsers read the bytes only after the event, and would download nothing. */
const REVOKE_AFTER = 60_000

/** Downloads bytes with this name. Call it during, or soon after, a user gesture. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  saveFrom(address, name)
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER)
}

/** Downloads what is at an address of this origin, with this name or that of the response. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
