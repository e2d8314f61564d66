import * as z from 'zod/mini'
import { accountName, moment, text } from '../../fields.ts'
import { LOGIN_NAME_LENGTH, PASSWORD_LENGTH, RESET_SECRET_LENGTH } from '../../limits.ts'
import { postForm } from '../../endpoint.ts'

/** The proof for setting a password: the secret of a mail's link, or a login name with the code that an administrator issued. */
const proof = {
  secret: z.optional(text(RESET_SECRET_LENGTH)),
  username: z.optional(text(LOGIN_NAME_LENGTH)),
  code: z.optional(text(RESET_SECRET_LENGTH)),
}

/** Requests a mail with a link. Response and timing are the same for every name; the mail is sent afterwards. */
export const requestReset = postForm({
  name: 'password.requestReset',
  path: '/api/uaa/oauth/password/request_reset',
  access: 'public',
  request: z.object({ username: text(LOGIN_NAME_LENGTH) }),
})

/** Whose password a proof may set; the proof stays valid. */
export const checkReset = postForm({
  name: 'password.checkReset',
  path: '/api/uaa/oauth/password/check_reset',
  access: 'public',
  request: z.object(proof),
  response: z.object({ loginName: z.string() }),
})

/** Sets a new password by a proof, which is consumed, and signs the user out everywhere. */
export const reset = postForm({
  name: 'password.reset',
  path: '/api/uaa/oauth/password/reset',
  access: 'public',
  request: z.object({ ...proof, newPassword: text(PASSWORD_LENGTH) }),
  response: z.object({ loginName: z.string() }),
})

/** Changes the user's own password; their other devices are signed out. */
export const change = postForm({
  name: 'password.change',
  path: '/api/uaa/oauth/password/change',
  permission: null,
  request: z.object({ password: text(PASSWORD_LENGTH), newPassword: text(PASSWORD_LENGTH) }),
})

/**
 * Replaces a password that the school gave, in a session that was opened with it; the person's other sessions end. Throws 'password.not_first', and what
 * `change` throws about the new one.
 */
export const replaceFirst = postForm({
  name: 'password.replaceFirst',
  path: '/api/uaa/oauth/password/replace_first',
  permission: null,
  request: z.object({ newPassword: text(PASSWORD_LENGTH) }),
})

/** Issues a code for setting a user's password: valid once, within a day. It is returned this once, and replaces an earlier one. */
export const issueCode = postForm({
  name: 'password.issueCode',
  path: '/api/uaa/oauth/password/issue_code',
  permission: 'base_user_reset',
  scoped: true,
  risk: 'gives-credentials',
  riskInPart: true,
  request: z.object({ username: text(LOGIN_NAME_LENGTH) }),
  response: z.object({ code: z.string(), loginName: z.string(), ...accountName.shape, expiresAt: moment }),
})
