import * as z from 'zod/mini'

const record = z.object({ version: z.number(), value: z.unknown() })

/** What turns the value of version n into that of version n + 1, by n. */
export type Migrations = Readonly<Record<number, (old: unknown) => unknown>>

/** How a stored value is to be read: its version now, its shape, and how older ones become it. */
export interface StoredShape<V> {
  readonly version: number
  readonly schema: z.core.$ZodType<V>
  readonly migrations?: Migrations
}

/** Wraps a value for keeping. */
export function wrapRecord<V>(version: number, value: V): { version: number; value: V } {
  return { version, value }
}

/**
 * Returns the value in a stored record, brought to the present version; undefined when the record is missing, damaged, newer than this
 * portal, or cannot be brought up. Never throws.
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
