import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import * as files from '../../../contract/endpoints/storage/files.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { createEmptyDatabase } from '../../support/app/database.ts'
import { merge, sendMissing, type LoadFile } from '../../support/process/kill-load.ts'
import { signIn } from '../../support/callers/portal-caller.ts'
import { runPortal, type PortalRun } from '../../support/process/portal-run.ts'
import { startFakeS3, type FakeS3 } from '../../support/fakes/fake-s3.ts'
import { md5Of } from '../../support/callers/storage-caller.ts'

/** Two portals start at the same time. */
const PATIENCE = 120_000

let root: string
let peer: FakeS3
let runs: PortalRun[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-bucket-'))
  peer = await startFakeS3()
})

afterAll(async () => {
  await peer.close()
  await rm(root, { recursive: true, force: true })
})

afterEach(async () => {
  for (const { child, ended } of runs) {
    child.kill('SIGTERM')
    await ended
  }
  runs = []
})

function run(env: Record<string, string>): PortalRun {
  const portal = runPortal({ ...peer.env, ...env })
  runs.push(portal)
  return portal
}

test('a bucket that cannot be used stops the start with one sentence, before a database is made', async () => {
  const untouched = join(root, 'untouched')
  const { code, stdout, stderr } = await run({ PORTAL_DATA: untouched, S3_BUCKET: 'nobodys' }).ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^S3_BUCKET is "nobodys", but at http:\/\/127\.0\.0\.1:\d+ has no bucket[^\n]*\.\n$/)
  expect(await readdir(untouched)).not.toContain('postgres')
})

test(
  'two portals with one bucket and one database take one upload, and each has the file',
  { timeout: PATIENCE },
  async () => {
    const { name, drop } = await createEmptyDatabase()
    const { host, port, password } = inject('postgres')
    const database = `postgresql://portal:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    const shared = { DATABASE_URL: database, PORTAL_SECRET: randomBytes(32).toString('hex') }
    const portals = ['one', 'two'].map((folder) => run({ ...shared, PORTAL_DATA: join(root, folder) }))
    const [first, second] = await Promise.all(portals.map(async ({ ready }) => signIn(await ready)))
    if (!first || !second) throw new Error('two portals were started')

    const bytes = randomBytes(6 * CHUNK_SIZE + 1)
    const file: LoadFile = {
      name: 'shared.bin',
      md5: md5Of(bytes),
      bytes,
      acknowledged: new Set(),
      merging: false,
      storedAs: undefined,
    }
    await sendMissing(first, file, new Set([2, 4, 6]))
    await sendMissing(second, file, file.acknowledged)
    const id = await merge(second, file)
    for (const caller of [first, second]) {
      expect(bytes.equals(await caller.download(files.download.path.replace('{id}', id)))).toBe(true)
    }
    expect(peer.keys().map((key) => key.split('/')[0])).toEqual(['bytes', 'kept', 'objects'])
    expect(peer.bucket.multiparts.size).toBe(0)

    for (const { child } of portals) child.kill('SIGTERM')
    const ends = await Promise.all(portals.map(({ ended }) => ended))
    // Nothing on standard error either, the client's word about its successors included.
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    await drop()
  },
)
