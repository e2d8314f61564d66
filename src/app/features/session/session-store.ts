import { proxy } from 'valtio/vanilla'
import type { SessionUser } from '../../../../contract/calls/session.ts'

/** Whether somebody is signed in. `unreachable`: the server did not answer, and the last desktop may stand in. */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'in'; user: SessionUser }
  | { status: 'out' }
  | { status: 'unreachable' }

/** The session as this page knows it. */
export const session = proxy<{ state: SessionState }>({ state: { status: 'unknown' } })
