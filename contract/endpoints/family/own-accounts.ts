import * as z from 'zod/mini'
import { accountLinks } from '../../account-links.ts'
import { moment, text } from '../../fields.ts'
import { postJson } from '../../endpoint.ts'

// The link between the teacher and the parent account of one person, which both confirm: the parent account makes a code, and the teacher account takes it.

/** Makes a code that is typed in the settings of the teacher account. It is in this answer alone, and ends the one before. */
export const createTeacherCode = postJson({
  name: 'account.createTeacherCode',
  path: '/api/uaa/account/teacher_code',
  access: [3],
  permission: null,
  response: z.object({ code: z.string(), expiresAt: moment }),
})

/**
 * Links the caller's teacher account with the parent account that made the code, which is signed out everywhere and loses its links with other schools. Throws
 * 'link.code_wrong', 'link.teacher_linked', 'link.parent_linked', and 'login.slow_down' or 'request.rate_limited' after too many wrong codes.
 */
export const linkParent = postJson({
  name: 'account.linkParent',
  path: '/api/uaa/account/link_parent',
  access: [2],
  permission: null,
  /** Hyphens, spaces and the case do not count. */
  request: z.object({ code: text(40) }),
  response: accountLinks,
})

/** Removes the link between the caller's two accounts. Both are signed out everywhere but here. Throws 'link.none'. */
export const unlinkParent = postJson({
  name: 'account.unlinkParent',
  path: '/api/uaa/account/unlink_parent',
  access: [2, 3],
  permission: null,
  response: accountLinks,
})
