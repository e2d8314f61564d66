import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { tableToSpreadsheet } from '../../../contract/endpoints/export.ts'
import { signIn, TEACHER, type PortalCaller } from '../callers/portal-caller.ts'
import type { FakeS3 } from '../fakes/fake-s3.ts'
import { drawnPhoto } from '../samples/drawn-face.ts'
import { openStations } from '../schools/open-stations.ts'
import { merge, newFile, sendMissing } from './kill-load.ts'

const EXPORTS = 20
/** Of one person 30 a minute are taken, and the demo has five who have a password. */
const EXPORT_PAUSE = 8000
const ROWS = 2000
const STATIONS = 4
const CLOCK_INS_PER_SECOND = 8
const UPLOADS = 16
const FILE_BYTES = 3_000_000
/** Milliseconds that a request to the slow bucket waits, and after which what was kept is dropped, so that the bucket fits into memory. */
const BUCKET_WAIT = 1500
const KEPT = 60_000
const NAMES = ['teacher', 'parent', 'student', 'staff', 'admin']

/** What was done, and what went wrong. */
export interface MixedLoadCounts {
  exports: number
  clockIns: number
  uploads: number
  readonly failures: string[]
}

/** Makes every request to the bucket slow. */
export function slowDown(bucket: FakeS3): void {
  bucket.interfere = async () => {
    await pause(BUCKET_WAIT)
    return undefined
  }
}

/**
 * A school's morning at a running portal: 20 exports, 8 faces a second at four stations and 16 uploads to the slow bucket, all at once. The returned `run` goes on
 * until the signal, and resolves when what had begun has ended.
 */
export async function prepareMixedLoad(
  origin: string,
  bucket: FakeS3,
): Promise<{ teacher: PortalCaller; run: (signal: AbortSignal) => Promise<MixedLoadCounts> }> {
  const people = await Promise.all(NAMES.map((username) => signIn(origin, { ...TEACHER, username })))
  const personAt = (at: number): PortalCaller => {
    const person = people[at % people.length]
    if (!person) throw new Error('there are no people')
    return person
  }
  const { teacher, opened } = await openStations(origin, STATIONS, await drawnPhoto({ seed: 5, scale: 0.52 }))
  const table = tableOf(ROWS)

  async function run(signal: AbortSignal): Promise<MixedLoadCounts> {
    setMaxListeners(0, signal)
    const counts: MixedLoadCounts = { exports: 0, clockIns: 0, uploads: 0, failures: [] }
    const repeat = async (what: 'exports' | 'clockIns' | 'uploads', wait: number, work: () => Promise<unknown>) => {
      while (!signal.aborted) {
        const next = pause(wait, undefined, { signal }).catch(() => undefined)
        await work().then(
          () => (counts[what] += 1),
          (error: unknown) => counts.failures.push(`${what}: ${String(error)}`),
        )
        await next
      }
    }
    const sweep = setInterval(() => dropKept(bucket), 1000)
    await Promise.all([
      ...Array.from({ length: EXPORTS }, (_, at) =>
        repeat('exports', EXPORT_PAUSE, () => exportTable(origin, personAt(at), table)),
      ),
      ...opened.map((station) => repeat('clockIns', (STATIONS * 1000) / CLOCK_INS_PER_SECOND, () => station.deliver())),
      ...Array.from({ length: UPLOADS }, (_, at) =>
        repeat('uploads', 0, async () => {
          const file = newFile(`mixed-${at}.bin`, FILE_BYTES)
          await sendMissing(personAt(at), file, new Set())
          await merge(personAt(at), file)
        }),
      ),
    ])
    clearInterval(sweep)
    return counts
  }
  return { teacher, run }
}

function tableOf(rows: number): string {
  const cells = (at: number) => Array.from({ length: 8 }, (_, column) => `<td>${at * 8 + column}</td>`).join('')
  return `<table>${Array.from({ length: rows }, (_, at) => `<tr>${cells(at)}</tr>`).join('')}</table>`
}

async function exportTable(origin: string, person: PortalCaller, data: string): Promise<void> {
  const { path } = tableToSpreadsheet
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'x-portal-device': 'pc', origin, cookie: person.cookiesFor(path) },
    body: new URLSearchParams({ title: 'Class list', data }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('spreadsheetml')) throw new Error(await response.text())
  await response.arrayBuffer()
}

function dropKept({ bucket }: FakeS3): void {
  for (const [key, { changedAt }] of bucket.objects)
    if (key.startsWith('bytes/') && Date.now() - changedAt.getTime() > KEPT) bucket.objects.delete(key)
}
