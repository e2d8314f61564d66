import { SESSION_MARK_VALUE, sessionMarkName } from '../../../../contract/session-mark.ts'

/** Whether the server gave this browser a session, which may have ended since. `unitType`: that of the document's unit. */
export function hasSessionMark(unitType: unknown, cookies = document.cookie): boolean {
  return cookies.split('; ').includes(`${sessionMarkName(unitType === '0')}=${SESSION_MARK_VALUE}`)
}
