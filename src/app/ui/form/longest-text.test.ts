import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { loginName } from '../../../../contract/cleaned-text.ts'
import { filled, text } from '../../../../contract/fields.ts'
import { longestText } from './longest-text.ts'

const fields = z
  .object({
    name: filled(5),
    loginName,
    note: z.optional(text(9)),
    links: z.array(z.object({ url: text(3) })),
    kind: z.literal(['a', 'b']),
    free: z.string(),
  })
  .check(z.refine(() => true))
const sent = z.pipe(
  z.transform((typed: { title: string }) => typed),
  z.object({ title: text(7) }),
)

it.each([
  ['name', 5],
  ['loginName', 64],
  ['note', 9],
  ['links.0.url', 3],
  ['kind', undefined],
  ['free', undefined],
  ['unknown', undefined],
])('reads the limit of %s', (field, most) => expect(longestText(fields, field)).toBe(most))

it('reads that of what a transformation makes', () => expect(longestText(sent, 'title')).toBe(7))
