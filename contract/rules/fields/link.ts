/** Whether a public page, or an application of a unit, may link to an address: http or https, without name and password. */
export function isLink(address: string): boolean {
  // Browsers also read `https:host`, which is a path on a page of the same scheme.
  if (/[\s\\]/.test(address) || !/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** As `isLink`, https alone. */
export function isSecureLink(address: string): boolean {
  return isLink(address) && new URL(address).protocol === 'https:'
}

/** Whether a text is a path of the portal itself, without invisible characters. */
export function isOwnPath(address: string): boolean {
  return /^\/(?!\/)[^\\\s\p{C}]+$/u.test(address)
}

/** Whether a page may show an address as a picture: a path of the portal, or a small picture in itself. */
export function isPicture(address: string): boolean {
  return isOwnPath(address) || /^data:image\/(png|webp);base64,[\w+/=]+$/.test(address)
}
