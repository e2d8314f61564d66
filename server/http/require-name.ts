import { PortalError } from '../../contract/portal-error.ts'

/** A login name without spaces around it. Throws 'request.invalid' when nothing is left. */
export function requireName(username: string): string {
  const loginName = username.trim()
  if (loginName !== '') return loginName
  throw new PortalError('request.invalid', { fields: [{ field: 'username', code: 'login.username_empty' }] })
}
