import type { AnyEndpoint } from './endpoint.ts'
import { saveLanguage } from './endpoints/language.ts'
import { replaceFirst } from './endpoints/sign-in/passwords.ts'
import * as session from './endpoints/sign-in/session.ts'

/**
 * All that a person whose password was given by the school may call before choosing another one, beside what needs no session, such as signing out.
 * Everything else throws 'password.first_due'.
 */
export const DURING_FIRST_PASSWORD: readonly AnyEndpoint[] = [session.me, replaceFirst, saveLanguage]
