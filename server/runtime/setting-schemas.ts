import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { downloadAddress } from '../../contract/endpoints/units/tenant.ts'

// What a variable of the environment may hold. The message of a schema goes on the sentence that begins with the variable's name.

type Test = (text: string) => boolean

/** A message that repeats the value. */
const repeating = (before: string, after: string) => ({
  error: ({ input }: { readonly input?: unknown }) => `${before} "${String(input)}", but it must ${after}`,
})

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Text that passes a test; `right` ends the sentence for any other. */
export const text = (isRight: Test, right: string) =>
  z.string().check(z.refine(isRight, repeating('is', `be ${right}`)))

/** Text that may hold a secret, which the sentence does not repeat. */
export const secretText = (isRight: Test, sentence: string) => z.string().check(z.refine(isRight, sentence))

/** A number, written in this form and within bounds. */
export const number = (form: RegExp, [least, most]: readonly [number, number], right: string) =>
  z.pipe(
    text((given) => form.test(given) && Number(given) >= least && Number(given) <= most, right),
    z.transform(Number),
  )

/** A whole number without leading zeros. */
export const wholeNumber = (bounds: readonly [number, number], right: string) =>
  number(/^(0|[1-9]\d*)$/, bounds, `a whole number ${right}`)

/** A decimal number with at most four places. */
export const distance = (least: number, most: number, usual: number) =>
  number(/^\d(\.\d{1,4})?$/, [least, most], `a number from ${least} to ${most}, such as ${usual}`)

export const yesOrNo = z.pipe(
  text((given) => given === 'yes' || given === 'no', 'yes or no'),
  z.transform((given) => given === 'yes'),
)

/** One of several words. */
export const oneOf = <const W extends string>(words: readonly [W, ...W[]]) =>
  z.literal(words, repeating('is', `be one of ${words.join(', ')}`))

/** Values separated by commas; the sentence names the first wrong one. */
export const list = (isRight: Test, right: string) =>
  z.pipe(
    z.pipe(z.string(), z.transform(partsOf)),
    z.array(z.string().check(z.refine(isRight, repeating('holds', `list ${right}`)))),
  )

/** Values separated by commas, each converted by `read`, which returns null for a wrong one. */
export const listOf = <T>(read: (part: string) => T | null, right: string) =>
  z.pipe(
    text((given) => partsOf(given).every((part) => read(part) !== null), right),
    z.transform((given) => partsOf(given).flatMap((part) => read(part) ?? [])),
  )

function isNetwork(part: string): boolean {
  const [address = '', prefix = '0', ...more] = part.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && more.length === 0
}

const urlOf = (address: string) => (URL.canParse(address) ? new URL(address) : undefined)

/** Whether a text is the origin of a web address, with or without a slash at its end. */
export function isOrigin(address: string): boolean {
  const url = urlOf(address)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

/** Whether a text is a web address without a user, a query and a fragment. */
export function isEndpoint(address: string): boolean {
  const url = urlOf(address)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return !url.username && !url.password && !url.search && !url.hash
}

/** A port; leading zeros are allowed. */
export const port = (example: number) =>
  number(/^\d{1,5}$/, [0, 65_535], `a whole number from 0 to 65535, such as ${example}`)

export const days = wholeNumber([1, 9999], 'of days from 1 to 9999, such as 7')

export const networks = (whose: string) =>
  list(isNetwork, `addresses or networks ${whose}, such as 10.0.0.2 or 10.0.0.0/8`)

export const download = text(
  (address) => downloadAddress.safeParse(address).success,
  "an https address or a path on the portal's own host, such as https://example.org/portal-setup.exe",
)
