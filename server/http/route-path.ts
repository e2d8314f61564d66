/** Marks the second and later places of a name that an endpoint's path uses more than once. */
const REPEAT = '__'

/**
 * Turns an endpoint's path into the router's form: `{name}` becomes `:name`. A name that stands beside fixed text in its segment gets a pattern, and
 * a name used twice gets a numbered second parameter, because the router keeps one value per name.
 */
export function toRoutePath(path: string): string {
  const seen = new Map<string, number>()
  return path.replace(/\{(\w+)\}([^/{]?)/g, (_, name: string, next: string) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    const parameter = times === 1 ? `:${name}` : `:${name}${REPEAT}${times}`
    return next === '' ? parameter : `${parameter}(^[\\w-]+)${next}`
  })
}

/** The path's parameters under their own names; undefined when two places of the same name differ, for then no such address exists. */
export function readPathParams(params: Record<string, unknown>): Record<string, unknown> | undefined {
  const read: Record<string, unknown> = {}
  for (const [parameter, value] of Object.entries(params)) {
    const name = parameter.split(REPEAT)[0] ?? parameter
    if (Object.hasOwn(read, name) && read[name] !== value) return undefined
    read[name] = value
  }
  return read
}
