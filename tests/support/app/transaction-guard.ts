import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type { Database } from '../../../server/db/database.ts'
import type { ByteStore } from '../../../server/blobs/byte-store.ts'

/** What was begun inside a transaction may go on after its end. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>()

const isInTransaction = (): boolean => current.getStore()?.isOpen === true

type Work = (...args: never[]) => unknown

/** The database, of whose transactions `guardStore` and `guardConnections` know. */
export function guardDatabase(database: Database): Database {
  async function run<A extends unknown[], R, T>(
    begin: (work: (...args: A) => R) => Promise<T>,
    work: (...args: A) => R,
  ): Promise<T> {
    const transaction = { isOpen: true }
    try {
      return await begin((...args) => current.run(transaction, () => work(...args)))
    } finally {
      transaction.isOpen = false
    }
  }
  return {
    ...database,
    transaction: (work) => run((guarded) => database.transaction(guarded), work),
    inUnit: (scope, work, kind) => run((guarded) => database.inUnit(scope, guarded, kind), work),
    asOwner: (work, kind) => run((guarded) => database.asOwner(guarded, kind), work),
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
        if (isInTransaction()) throw new Error(`the store was asked for ${String(name)} inside a transaction`)
        return method.apply(target, args)
      }
    },
  })
}

/** As `guardStore`, for connections to other servers, such as those of mail and of identity providers; PostgreSQL's is a Unix socket. */
export function guardConnections(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its socket
  const { connect } = Socket.prototype
  if (guarded.has(connect)) return
  const guardedConnect = function (this: Socket, ...args: never[]): unknown {
    if (isInTransaction() && !isUnixSocket(args)) throw new Error('another server was called inside a transaction')
    return Reflect.apply(connect, this, args)
  }
  guarded.add(guardedConnect)
  Object.assign(Socket.prototype, { connect: guardedConnect })
}

const guarded = new WeakSet<object>()

/** Of the arguments of `connect`, which `net.connect` wraps into a list. */
function isUnixSocket([first]: readonly unknown[]): boolean {
  const target: unknown = Array.isArray(first) ? first[0] : first
  if (typeof target === 'string') return target.startsWith('/')
  return typeof target === 'object' && target !== null && 'path' in target && typeof target.path === 'string'
}

function isMethod(value: unknown): value is Work {
  return typeof value === 'function'
}
