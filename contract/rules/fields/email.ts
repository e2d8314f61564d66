const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const DOMAIN = /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$/
/** Limits of SMTP (RFC 5321, 4.5.3.1). */
const LOCAL_LENGTH = 64
const ADDRESS_LENGTH = 254

/** Whether it is an e-mail address in common form: one at sign, no quotes, and a domain with a dot. */
export function isEmail(address: string): boolean {
  if (address.length > ADDRESS_LENGTH) return false
  const at = address.lastIndexOf('@')
  return at > 0 && at <= LOCAL_LENGTH && LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1))
}
