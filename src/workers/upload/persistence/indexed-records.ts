import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { keptHashes, uploadRecord, type KeptHashes, type UploadRecord, type UploadRecords } from './upload-records.ts'

/** Its own database: the worker writes it while the page's is being emptied, upgraded or deleted. */
export const UPLOADS_DATABASE = 'school-portal-uploads'
const VERSION = 1

/** Values are `unknown` on purpose: whatever is read is parsed. */
interface UploadsSchema extends DBSchema {
  records: { key: string; value: unknown; indexes: { account: string } }
  /** Apart from the records, because those of a long file are large and change while it is hashed. */
  hashes: { key: string; value: unknown }
}

/** Records in IndexedDB. Where it is refused or broken, what is asked comes to nothing. */
export function createIndexedRecords(): UploadRecords {
  let opening: Promise<IDBPDatabase<UploadsSchema>> | null = null

  function open(): Promise<IDBPDatabase<UploadsSchema>> {
    opening ??= openDB<UploadsSchema>(UPLOADS_DATABASE, VERSION, {
      upgrade(database) {
        database.createObjectStore('records', { keyPath: 'id' }).createIndex('account', 'account')
        database.createObjectStore('hashes')
      },
      blocking: forget,
      terminated: () => (opening = null),
    }).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  /** Another version of the portal wants to change it: holding on would block that for as long as this worker lives. */
  function forget(): void {
    void opening?.then((database) => database.close()).catch(() => {})
    opening = null
  }

  async function attempt<T>(work: (database: IDBPDatabase<UploadsSchema>) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work(await open())
    } catch {
      return otherwise
    }
  }

  return {
    load: (account) =>
      attempt<UploadRecord[]>(async (database) => {
        const found = await database.getAllFromIndex('records', 'account', account)
        return found
          .flatMap((value) => uploadRecord.safeParse(value).data ?? [])
          .toSorted((one, other) => one.place - other.place)
      }, []),
    put: (records) =>
      attempt(async (database) => {
        const transaction = database.transaction('records', 'readwrite')
        await Promise.all([...records.map((record) => transaction.store.put(record)), transaction.done])
        return true
      }, false),
    remove: (ids) =>
      attempt(async (database) => {
        const transaction = database.transaction(['records', 'hashes'], 'readwrite')
        const stores = [transaction.objectStore('records'), transaction.objectStore('hashes')]
        await Promise.all([...stores.flatMap((store) => ids.map((id) => store.delete(id))), transaction.done])
      }, undefined),
    readHashes: (id) =>
      attempt<KeptHashes | null>(
        async (database) => keptHashes.safeParse(await database.get('hashes', id)).data ?? null,
        null,
      ),
    putHashes: (id, hashes) =>
      attempt(async (database) => {
        if (hashes) await database.put('hashes', hashes, id)
        else await database.delete('hashes', id)
      }, undefined),
  }
}
