import * as z from 'zod/mini'

const record = z.object({ version: z.number(), value: z.unknown() })

/** The current version of a stored value, its schema, and migrations: by n, from the value of version n to that of version n + 1. */
export interface StoredShape<V> {
  readonly version: number
  readonly schema: z.core.$ZodType<V>
  readonly migrations?: Readonly<Record<number, (old: unknown) => unknown>>
}

export function wrapRecord<V>(version: number, value: V): { version: number; value: V } {
  return { version, value }
}

/**
 * The value of a stored record, migrated to the current version; undefined when the record is missing, damaged, newer than this portal, or cannot be
 * migrated. Never throws.
 */
export function readRecord<V>(shape: StoredShape<V>, stored: unknown): V | undefined {
  const parsed = z.safeParse(record, stored)
  if (!parsed.success || parsed.data.version > shape.version) return undefined
  let value = parsed.data.value
  for (let version = parsed.data.version; version < shape.version; version += 1) {
    const migrate = shape.migrations?.[version]
    if (!migrate) return undefined
    try {
      value = migrate(value)
    } catch {
      return undefined
    }
  }
  const checked = z.safeParse(shape.schema, value)
  return checked.success ? checked.data : undefined
}
