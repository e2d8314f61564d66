/** Bytes that become text at once: a function takes a limited number of arguments. */
const PORTION = 32_768

/** Bytes as base64 text, without what a data URL puts before it. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += PORTION) binary += String.fromCodePoint(...bytes.subarray(at, at + PORTION))
  return btoa(binary)
}
