import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../../server/db/database.ts'
import type { ByteStore } from '../../../server/blobs/byte-store.ts'

const inTransaction = new AsyncLocalStorage<true>()

type Work = (...args: never[]) => unknown

/** The database, whose transactions `guardStore` knows of. */
export function guardDatabase(database: Database): Database {
  const inside =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R =>
      inTransaction.run(true, () => work(...args))
  return {
    ...database,
    transaction: (work) => database.transaction(inside(work)),
    inUnit: (scope, work) => database.inUnit(scope, inside(work)),
    asOwner: (work) => database.asOwner(inside(work)),
  }
}

/**
 * The store, which refuses every method inside a transaction: a bucket may take minutes for its answer, and the transaction would keep one of the few
 * connections meanwhile.
 */
export function guardStore(store: ByteStore): ByteStore {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (!isMethod(method)) return method
      return (...args: never[]) => {
        if (inTransaction.getStore()) throw new Error(`the store was asked for ${String(name)} inside a transaction`)
        return method.apply(target, args)
      }
    },
  })
}

function isMethod(value: unknown): value is Work {
  return typeof value === 'function'
}
