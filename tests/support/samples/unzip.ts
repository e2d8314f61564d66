import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** The files of an archive by their names. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: true })
  const open = promisify(zip.openReadStream.bind(zip))
  const files = new Map<string, Buffer>()
  for (let left = zip.entryCount; left > 0; left -= 1) {
    zip.readEntry()
    const [entry]: Entry[] = await once(zip, 'entry')
    if (!entry) throw new Error('an entry is missing')
    files.set(entry.fileName, await buffer(await open(entry, {})))
  }
  return files
}
