import { ROSTER_SCOPES } from './one-roster.ts'

/** Scopes of a third party that writes to people of the unit in its own name. */
export const SEND_MESSAGES = 'portal.messages.send'
export const WRITE_TODOS = 'portal.todos.write'

/** Scopes that third parties may have in their own name. */
export const OWN_SCOPES = [...ROSTER_SCOPES, SEND_MESSAGES, WRITE_TODOS] as const
export type OwnScope = (typeof OWN_SCOPES)[number]
