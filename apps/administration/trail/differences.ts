/** One field of a change; its name is a dotted path, '' for a value that is not of named fields. */
export interface Difference {
  readonly field: string
  /** Undefined where only the new value is known. */
  readonly before?: unknown
  readonly after: unknown
}

type Values = Readonly<Record<string, unknown>>

/** The fields that an event changed, with both values where it has them. Those that did not change are left out, as is what an import counted none of. */
export function readDifferences({ before, after, ...given }: Values): Difference[] {
  const was = flatten(before ?? null)
  const is = flatten(after ?? null)
  const changed = [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
  const told = [...flatten(given)].filter(([field, value]) => value !== 0 || !field.startsWith('counts.'))
  return [...changed, ...told.map(([field, value]) => ({ field, after: value }))]
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function flatten(value: unknown, path = ''): Map<string, unknown> {
  if (value === null && path === '') return new Map()
  if (!isRecord(value)) return new Map([[path, value]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...flatten(inner, path === '' ? name : `${path}.${name}`)]),
  )
}
