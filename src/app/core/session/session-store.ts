import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { createObservable } from '../state/observable.ts'

/** Whether somebody is signed in. `unreachable`: the server did not answer, and the desktop snapshot may stand in. */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'in'; user: SessionUser }
  | { status: 'out' }
  | { status: 'unreachable' }

/** The session as this page knows it. No store of the library: the login would have to fetch that for this alone. */
export const session = createObservable<SessionState>({ status: 'unknown' })
