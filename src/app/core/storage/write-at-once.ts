import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

/**
 * Runs the requests that `write` begins in one transaction, and asks for its commit at once instead of after their answers: WebKit suspends a page
 * that is left, and a transaction of it that waits for its page blocks every later one of the same database. Rejects when one of them fails.
 */
export async function writeAtOnce<Schema extends DBSchema, Store extends StoreNames<Schema>>(
  database: IDBPDatabase<Schema>,
  stores: Store[],
  write: (transaction: IDBPTransaction<Schema, Store[], 'readwrite'>) => readonly Promise<unknown>[],
  options?: IDBTransactionOptions,
): Promise<void> {
  const transaction = database.transaction(stores, 'readwrite', options)
  const requests = write(transaction)
  transaction.commit()
  await Promise.all([...requests, transaction.done])
}
