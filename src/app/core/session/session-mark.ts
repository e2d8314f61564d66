import { SESSION_MARK } from '../../../../contract/session-mark.ts'

/** Whether the server gave this browser a session, which may have ended since. */
export function hasSessionMark(cookies = document.cookie): boolean {
  return cookies.split('; ').includes(`${SESSION_MARK.name}=${SESSION_MARK.value}`)
}
