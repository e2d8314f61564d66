import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

interface Zip {
  eachEntry(): AsyncIterable<{ fileName: string }>
  openReadStreamPromise(entry: { fileName: string }): Promise<Readable>
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it comes without types
const yauzl = createRequire(import.meta.url)('yauzl') as { fromBufferPromise(file: Buffer): Promise<Zip> }

export type Random = (below: number) => number

/** The same numbers from the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const ODD = [
  '\u0000',
  '=1+1',
  '\uFEFF',
  '"',
  '\r',
  '😀',
  '9'.repeat(400),
  '\uD800',
  '../x',
  "'",
  ',,,,',
  '学号',
  '<row r="1048576"/>',
  '&lt;',
  ']]>',
  '1E308',
]

/** Bytes changed, cut out, doubled, or something odd put in. */
export function mutate(file: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(file)
  for (let change = random(6); change >= 0; change -= 1) {
    const at = random(bytes.length + 1)
    const kind = random(5)
    if (kind === 0 && bytes.length > 0) bytes[Math.min(at, bytes.length - 1)] = random(256)
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(200))])
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - random(300)))])
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(ODD[random(ODD.length)] ?? ''), bytes.subarray(at)])
    else if (random(6) === 0) bytes = bytes.subarray(0, at)
  }
  return bytes
}

export type Entries = ReadonlyMap<string, Buffer>

/** What is in a zip, which is then mutated behind its checksums: a changed byte of a zip itself is mostly found at once. */
export async function unzip(file: Buffer): Promise<Entries> {
  const zip = await yauzl.fromBufferPromise(file)
  const entries = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return entries
}

/** One of the entries mutated, now and then one left out, in a whole zip. */
export async function zipMutated(entries: Entries, random: Random): Promise<Buffer> {
  const chosen = random(entries.size)
  const left = random(10) === 0 ? random(entries.size) : -1
  const zip = new ZipFile()
  for (const [at, [name, content]] of [...entries].entries())
    if (at !== left) zip.addBuffer(at === chosen ? mutate(content, random) : content, name)
  zip.end()
  return buffer(zip.outputStream)
}
