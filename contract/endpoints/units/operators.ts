import * as z from 'zod/mini'
import { accountName, id, moment } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { setupAccount } from './setup.ts'

// The operators of the installation: accounts of a unit of their own, which only operators see.

const operator = z.object({
  userId: id,
  loginName: z.string(),
  ...accountName.shape,
  /** False: closed, so that it cannot sign in. */
  open: z.boolean(),
  /** The caller's own. */
  own: z.boolean(),
  /** Whether a code is asked for after the password. */
  secondStep: z.boolean(),
  /** Null before the first. */
  lastSignIn: z.nullable(moment),
})
export type Operator = z.infer<typeof operator>

/** The password is shown this once; the operator chooses another at the first sign-in. */
const given = z.object({ operators: z.array(operator), loginName: z.string(), password: z.string() })
export type GivenPassword = z.infer<typeof given>

const one = z.object({ userId: id })

/** Open ones first, by name. */
export const list = get({
  name: 'operators.list',
  path: '/api/base/operator/operators',
  permission: 'operator',
  risk: 'ordinary',
  response: z.array(operator),
})

/** Throws 'people.login_taken' at the field. */
export const add = postJson({
  name: 'operators.add',
  path: '/api/base/operator/operator_add',
  permission: 'operator',
  risk: 'gives-credentials',
  request: setupAccount,
  response: given,
})

/**
 * For an operator who cannot sign in: a new first password, no second factor, and the end of all sessions. Throws 'operators.gone', 'operators.closed', and
 * 'account.oneself' for the caller's own account.
 */
export const reset = postJson({
  name: 'operators.reset',
  path: '/api/base/operator/operator_reset',
  permission: 'operator',
  risk: 'gives-credentials',
  request: one,
  response: given,
})

/** Ends all sessions. Throws 'operators.gone', and 'account.oneself' for the caller's own account, so that one is left. */
export const close = postJson({
  name: 'operators.close',
  path: '/api/base/operator/operator_close',
  permission: 'operator',
  risk: 'changes-rights',
  request: one,
  response: z.array(operator),
})

/** Throws 'operators.gone'. */
export const open = postJson({
  name: 'operators.open',
  path: '/api/base/operator/operator_open',
  permission: 'operator',
  risk: 'changes-rights',
  request: one,
  response: z.array(operator),
})
