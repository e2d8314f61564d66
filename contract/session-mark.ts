const SESSION_MARK = 'portal_signed_in'
/** Behind the names of the operators' cookies: browsers send cookies to all ports of a host, so a school's may be beside them. */
export const OPERATOR_COOKIES = '_operator'

export const SESSION_MARK_VALUE = '1'

/**
 * The name of the cookie that says that this browser has a session: no secret, unlike the tokens, which no script can read. It lets a page wait for the session
 * check instead of showing the login, and makes no request necessary where there is no session.
 */
export function sessionMarkName(ofOperators: boolean): string {
  return ofOperators ? SESSION_MARK + OPERATOR_COOKIES : SESSION_MARK
}
