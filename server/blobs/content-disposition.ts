/** A Content-Disposition header for saving under this name: in UTF-8 (RFC 8187), and in ASCII for old programs. */
export function attachmentHeader(name: string): string {
  // Quotes, backslashes and percent signs are read differently by different browsers; the exact name follows.
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** `encodeURIComponent` leaves characters that the header's grammar does not allow. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
