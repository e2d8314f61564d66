import * as z from 'zod/mini'
import { emptyUnit, unitFields } from '../../ui/form/unit-fields.ts'
import { tryStorage } from '../../core/storage/local-keys.ts'

export const STEPS = ['operator', 'unit', 'administrator', 'mail'] as const
export type Step = (typeof STEPS)[number]

const account = z.object({ loginName: z.string(), name: z.string(), englishName: z.string() })
const mailFields = z.object({
  host: z.string(),
  port: z.string(),
  secure: z.literal(['tls', 'starttls', 'none']),
  username: z.string(),
  fromAddress: z.string(),
})

const draft = z.object({
  step: z.literal(STEPS),
  operator: account,
  administrator: account,
  unit: unitFields,
  mail: mailFields,
  /** A data address; '' without one. */
  logo: z.string(),
})
/** What was typed, without passwords. */
export type Draft = z.infer<typeof draft>

/** `host`: of the page's address. `day`: today, YYYY-MM-DD. */
export function emptyDraft(host: string, day: string): Draft {
  const nobody = { name: '', englishName: '' }
  return {
    step: 'operator',
    operator: { loginName: 'operator', ...nobody },
    administrator: { loginName: 'admin', ...nobody },
    // An address of numbers is seldom what people open.
    unit: emptyUnit(/^[\d.]+$|^\[/.test(host) ? '' : host, day),
    mail: { host: '', port: '465', secure: 'tls', username: '', fromAddress: '' },
    logo: '',
  }
}

const KEY = 'portal-setup'
/** Of the code of the link. */
export const CODE_KEY = 'portal-setup-code'

/** Of this window alone, until it is closed. */
export function readDraft(): Draft | null {
  const text = tryStorage(() => sessionStorage.getItem(KEY))
  const parsed = tryStorage(() => draft.safeParse(JSON.parse(text ?? 'null')))
  return parsed?.success ? parsed.data : null
}

export function keepDraft(now: Draft): void {
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(now)))
}

export function forgetDraft(): void {
  tryStorage(() => {
    sessionStorage.removeItem(KEY)
    sessionStorage.removeItem(CODE_KEY)
  })
}
