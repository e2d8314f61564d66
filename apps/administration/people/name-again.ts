import * as z from 'zod/mini'
import type { PersonPage } from '../../../contract/endpoints/people/people.ts'
import { code, filled } from '../../../contract/fields.ts'

const NAME_LENGTH = 100

/** One of the two names of a person, typed again to confirm what cannot be undone. */
export const nameAgain = ({ realName, englishName }: PersonPage) =>
  filled(NAME_LENGTH).check(
    z.refine((typed) => typed === realName || (typed !== '' && typed === englishName), code('people.name_differs')),
  )
