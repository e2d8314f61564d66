import * as z from 'zod/mini'
import { code } from './fields.ts'
import { LOGIN_NAME, LOGIN_NAME_LENGTH } from './limits.ts'
import { cleanText } from './rules/text/fold-text.ts'

/** A text as it is stored (`cleanText`), before another check: forms and imports store the same. */
/* @__NO_SIDE_EFFECTS__ */ export function cleaned<Value>(check: z.ZodMiniType<Value, string>) {
  // A null character is no white space: the server refuses it.
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((typed: string) => (typed.includes('\u0000') ? typed : cleanText(typed))),
      check,
    ),
  )
}

/** The login name of an account: letters, digits and `._-@`; '' for none. */
export const loginName = cleaned(
  z.string().check(z.maxLength(LOGIN_NAME_LENGTH), z.regex(LOGIN_NAME, code('people.login_name'))),
)
