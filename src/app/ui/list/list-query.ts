import * as z from 'zod/mini'

/**
 * What an entry of the browser's history says of a list. Every field has a usual value for an address without it, or with one that it does not know. `query`, the text of the
 * search, may be a person's name: it is in the entry's state, and never in the address, which is shown, copied, synchronised and logged.
 */
export type ListSchema<Values> = z.ZodMiniType<Values>

/** What `schema` allows, and the usual value for anything else. Not by zod's `catch`, which every page would load with the login. */
export function orUsual<Value>(schema: z.ZodMiniType<Value>, usual: Value): z.ZodMiniType<Value> {
  const read = z.transform((value: unknown) => {
    const known = z.safeParse(schema, value)
    return known.success ? known.data : usual
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both give a Value
  return z._default<z.ZodMiniType>(read, usual) as z.ZodMiniType<Value>
}

/** The text of a search box, of at most so many characters. */
export const searchText = (longest: number) =>
  orUsual(
    z.pipe(
      z.string(),
      z.transform((text) => text.slice(0, longest)),
    ),
    '',
  )

/** A filter by what `schema` allows; '' while it is not set. */
export const filterBy = (schema: z.ZodMiniType<string>) => orUsual(schema, '')

/** Off, unless the address says "true". */
export const flag = orUsual(
  z.pipe(
    z.literal('true'),
    z.transform(() => true),
  ),
  false,
)

export const pageNumber = orUsual(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,4}$/)),
    z.transform((page) => Number(page)),
  ),
  1,
)

/** The address of a list that has pages and nothing else. */
export const pagesAlone = z.object({ page: pageNumber })

/** Fields that limit nothing: the order, the page, and which of several lists is shown. */
const NO_LIMITS: ReadonlySet<string> = new Set(['sort', 'descending', 'page', 'show'])

const entryState = orUsual(z.object({ query: z.string() }), { query: '' })

/** Reads the state of a list from an entry of the history. */
export function readListQuery<Values>(schema: ListSchema<Values>, address: URLSearchParams, state?: unknown): Values {
  return z.parse(schema, { ...Object.fromEntries(address), ...z.parse(entryState, state) })
}

/** The address of a state: the fields that are not as usual, without the text of the search. */
export function writeListQuery(schema: ListSchema<object>, values: object): URLSearchParams {
  const wanted: Readonly<Record<string, unknown>> = { ...values }
  const changed = Object.entries(z.parse(schema, {}))
    .map(([name, usual]) => [name, String(wanted[name] ?? usual), String(usual)] as const)
    .filter(([name, value, usual]) => name !== 'query' && value !== usual)
  return new URLSearchParams(changed.map(([name, value]) => [name, value]))
}

/** The rest of it, for the history. */
export const writeListState = (values: object) => z.parse(entryState, values)

/** The usual values of all filters, without the search. */
export function usualFilters(schema: ListSchema<object>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(z.parse(schema, {})).filter(([name]) => !NO_LIMITS.has(name) && name !== 'query'),
  )
}
