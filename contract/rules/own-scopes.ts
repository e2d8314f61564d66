import type { PermissionCode } from '../permissions.ts'
import { ROSTER_SCOPES } from './one-roster.ts'

/** Scopes of a third party that writes to people of the unit in its own name. */
export const SEND_MESSAGES = 'portal.messages.send'
export const WRITE_TODOS = 'portal.todos.write'

/** Scopes that third parties may have in their own name. */
export const OWN_SCOPES = [...ROSTER_SCOPES, SEND_MESSAGES, WRITE_TODOS] as const
export type OwnScope = (typeof OWN_SCOPES)[number]

/** The rights that a scope stands for: who holds one of them in the whole unit may give it. */
export function rightsOfScope(scope: OwnScope): readonly PermissionCode[] {
  return scope === SEND_MESSAGES || scope === WRITE_TODOS ? ['base_message'] : ['base_people', 'base_import']
}
