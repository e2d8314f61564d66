import * as z from 'zod/mini'
import { code, filled, id, typedDay } from './fields.ts'

export const YEAR_NAME_LENGTH = 32
export const TERM_NAME_LENGTH = 64
export const TERMS_MAX = 4

const span = { startsOn: typedDay, endsOn: typedDay }
const term = z.strictObject({ name: filled(TERM_NAME_LENGTH), englishName: filled(TERM_NAME_LENGTH), ...span })

type Span = Record<keyof typeof span, string>

const endsLater = z.refine<Span>(({ startsOn, endsOn }) => startsOn < endsOn, {
  error: code('field.days_reversed'),
  path: ['endsOn'],
})
const termsFollow = z.superRefine<Span & { readonly terms: readonly Span[] }>(
  ({ startsOn, endsOn, terms }, context) => {
    if (startsOn >= endsOn) return
    for (const [at, one] of terms.entries()) {
      const from = at === 0 ? startsOn : (terms[at - 1]?.endsOn ?? '')
      const follows = at === 0 ? one.startsOn >= from : one.startsOn > from
      const refuse = (message: string, field: string) =>
        context.addIssue({ code: 'custom', message, input: one, path: ['terms', at, field] })
      if (!follows) refuse(code('field.outside_year'), 'startsOn')
      if (one.endsOn <= one.startsOn) refuse(code('field.days_reversed'), 'endsOn')
      else if (one.endsOn > endsOn) refuse(code('field.outside_year'), 'endsOn')
    }
  },
)

const termsOf = <Term extends z.core.$ZodType>(one: Term) => z.array(one).check(z.minLength(1), z.maxLength(TERMS_MAX))
const days = { name: filled(YEAR_NAME_LENGTH), ...span }

/** A school year with its terms, which follow each other within it. */
export const schoolYear = z.strictObject({ ...days, terms: termsOf(term) }).check(endsLater, termsFollow)

/** The present school year as it is edited: each term with its identifier, null for a new one. */
export const editedYear = z
  .strictObject({ ...days, terms: termsOf(z.strictObject({ termId: z.nullable(id), ...term.shape })) })
  .check(endsLater, termsFollow)
