import * as z from 'zod/mini'
import { accountPerson, id, moment } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { setupAccount } from './setup.ts'

// The operators of the installation: accounts of a unit of their own, which only operators see.

const operator = z.extend(accountPerson, {
  loginName: z.string(),
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
const givesCredentials = { permission: 'operator', risk: 'gives-credentials', response: given } as const
const operators = z.array(operator)
const changesRights = { permission: 'operator', risk: 'changes-rights', request: one, response: operators } as const

/** Open ones first, by name. */
export const list = get({
  name: 'operators.list',
  path: '/api/base/operator/operators',
  permission: 'operator',
  risk: 'ordinary',
  response: operators,
})

/** Throws 'people.login_taken' at the field. */
export const add = postJson({
  ...givesCredentials,
  name: 'operators.add',
  path: '/api/base/operator/operator_add',
  request: setupAccount,
})

/**
 * For an operator who cannot sign in: a new first password, no second factor, and the end of all sessions. Throws 'operators.gone', 'operators.closed', and
 * 'account.oneself' for the caller's own account.
 */
export const reset = postJson({
  ...givesCredentials,
  name: 'operators.reset',
  path: '/api/base/operator/operator_reset',
  request: one,
})

/** Ends all sessions. Throws 'operators.gone', and 'account.oneself' for the caller's own account, so that one is left. */
export const close = postJson({
  ...changesRights,
  name: 'operators.close',
  path: '/api/base/operator/operator_close',
})

/** Throws 'operators.gone'. */
export const open = postJson({
  ...changesRights,
  name: 'operators.open',
  path: '/api/base/operator/operator_open',
})
