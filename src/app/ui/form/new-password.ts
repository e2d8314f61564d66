import * as z from 'zod/mini'
import { code } from '../../../../contract/fields.ts'
import { followsRule, type PasswordRule } from '../../../../contract/rules/sign-in/password.ts'

/** A new password of the user of this login name, as the unit's rule wants it. */
export const newPassword = (rule: PasswordRule, loginName: string, typed = z.string()) =>
  typed.check(z.refine((password) => followsRule(password, rule, loginName), code('password.against_rule')))
