/**
 * The cookie that says that this browser has a session: no secret, unlike the tokens, which no script can read. It lets a page wait for the session
 * check instead of showing the login, and makes no request necessary where there is no session.
 */
export const SESSION_MARK = { name: 'portal_signed_in', value: '1' } as const
