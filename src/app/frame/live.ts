import * as session from '../../../contract/endpoints/sign-in/session.ts'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { call } from '../core/api/call.ts'
import { CallError } from '../core/api/call-error.ts'
import { refreshIcons, refreshUnread } from '../features/desktop/refresh-desktop.ts'
import { renewOverview } from '../features/family/overview-query.ts'
import { browserPorts } from '../core/live/browser-ports.ts'
import { findNextSession } from '../core/live/find-next-session.ts'
import { followLive, SPREAD, type LivePorts } from '../core/live/follow-live.ts'
import { renewMessages } from '../features/messages/message-list.ts'
import { renewTodos } from '../features/todos/todo-pages.ts'
import { bellDotQuery, ownCounts, setCounts } from '../core/live/counts.ts'
import { renewPermissions } from '../core/permissions/load-permissions.ts'
import { queryClient } from '../core/query/query-client.ts'
import { TODAY_KEY } from '../core/query/today-key.ts'
import { signOut } from '../core/session/sign-out.ts'
import { loggedOutKey } from '../core/storage/local-keys.ts'
import { renewTheme } from '../features/theme/follow-theme.ts'
import { hasChangedAccount, leaveAccount, otherTabsSettled } from '../core/session/leave-account.ts'
import { online } from '../core/connectivity/online.ts'
import { isSessionEnding } from '../core/session/session-ending.ts'
import { renewUser } from '../core/session/renew-user.ts'

/** Keeps messages, to-dos, the theme and the user up to date until `signal` aborts, and leaves once the session is over. */
export function startLive(signal: AbortSignal, user: Pick<SessionUser, 'userId'>): void {
  const { userId } = user
  const badges = soon(signal, refreshUnread)
  const theme = soon(signal, renewTheme)
  const rights = soon(signal, renewRights)
  // A change by an administrator is announced to all users of the unit.
  const desktop = soon(signal, refreshIcons)
  const list = soon(signal, renewMessages, 0)
  const todos = soon(signal, renewTodos, 0)
  const today = soon(signal, () => queryClient.invalidateQueries({ queryKey: TODAY_KEY }), 0)
  const family = soon(signal, renewOverview, 0)
  void queryClient.prefetchQuery(bellDotQuery)
  const ports = browserPorts(userId, online)
  isSessionEnding.set(false)
  followLive(signal, ports, {
    counts(counts, changed) {
      const before = ownCounts.current
      setCounts(userId, counts)
      // Also at the first event: a list that is shown by then may be older than the stream.
      if (changed.includes('messages')) list()
      if (changed.includes('todos') || before?.todo !== counts.todo) todos()
      if (!before) return
      if (changed.length > 0) {
        family()
        today()
      }
      if (before.todo !== counts.todo || before.message !== counts.message) badges()
    },
    theme,
    desktop,
    // Also after events may have been missed, such as of rights.
    person: () => void Promise.all([renewUser(), renewPermissions()]),
    rights,
    signedOut: async () => {
      isSessionEnding.set(true)
      const goesOn = await afterSessionEnd(userId, ports)
      if (goesOn) isSessionEnding.set(false)
      return goesOn
    },
  })
  signal.addEventListener('abort', () => ownCounts.set(null))
}

/** The user, whose properties have the rights of the frame, the icons, and the rights of applications. */
const renewRights = () => Promise.all([renewUser(), refreshIcons(), renewPermissions()])

/** Does something once within a random delay, however often it is requested meanwhile. */
function soon(signal: AbortSignal, work: () => Promise<unknown>, within = SPREAD): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void work()
    }, Math.random() * within)
  }
}

/** After the end of the session: continues if the same user has another one, else leaves and removes their data from the page. */
async function afterSessionEnd(userId: string, ports: LivePorts): Promise<boolean> {
  // The user signed out, here or in another tab, and the page is about to leave.
  if (loggedOutKey.get()) return false
  // This tab is switching roles, and its own call continues.
  if (await hasChangedAccount()) return false
  const next = await findNextSession(userId, { ...ports, otherTabsSettled, askWhoIsIn })
  if (loggedOutKey.get()) return false
  switch (next) {
    case 'same':
    case 'unknown':
      // Without an answer the next call decides.
      return true
    case 'other':
      leaveAccount('/')
      return false
    case 'none':
      await signOut()
      leaveAccount('/login')
      return false
  }
}

async function askWhoIsIn(): Promise<string | null> {
  try {
    return (await call(session.me, {})).userId
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    throw error
  }
}
