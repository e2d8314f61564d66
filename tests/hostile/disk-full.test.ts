import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as files from '../../contract/endpoints/storage/files.ts'
import * as storage from '../../contract/endpoints/storage/storage.ts'
import { DEFAULT_SERVER_ID } from '../../contract/limits.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { signIn, TEACHER } from '../support/callers/portal-caller.ts'
import { runPortal, type PortalRun } from '../support/process/portal-run.ts'
import { until } from '../support/until.ts'
import { ask, signInTeacher } from './caller.ts'

const MEGABYTE = 1024 * 1024
/** Megabytes of the disk, a tmpfs, and of what the portal keeps of it. */
const DISK = 300
const RESERVE = 32

let disk: string
let dataFolder: string
let isMounted = false
let portal: PortalRun | undefined

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'portal-disk-'))
  dataFolder = join(disk, 'data')
  if (process.getuid?.() !== 0) throw new Error('a small disk can be mounted by root alone: run this test as root')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}m`, 'tmpfs', disk], { stdio: 'inherit' })
  isMounted = true
})
afterAll(async () => {
  await stop()
  if (isMounted) execFileSync('umount', [disk])
  await rm(disk, { recursive: true, force: true })
})

function start(): PortalRun {
  portal = runPortal({ PORTAL_DATA: dataFolder, HOST: '127.0.0.1', PORTAL_DISK_RESERVE: String(RESERVE) })
  return portal
}

async function stop(): Promise<void> {
  portal?.child.kill('SIGTERM')
  await portal?.ended
}

const contentOf = (name: string) => Buffer.alloc(MEGABYTE, name)
const md5Of = (name: string) => createHash('md5').update(contentOf(name)).digest('hex')

/** Writes until the disk takes no more. */
async function fill(name: string): Promise<void> {
  const file = await open(join(disk, name), 'w')
  try {
    for (let piece = Buffer.alloc(MEGABYTE); piece.length > 0;) {
      const written = await file.write(piece).catch(() => undefined)
      if (!written) piece = piece.subarray(0, piece.length >> 4)
    }
  } finally {
    await file.close()
  }
}

test('a full disk stops what grows and nothing else, costs no data, and a restart with room goes on', async () => {
  let origin = await start().ready
  let cookie = await signInTeacher(origin)
  const person = await signIn(origin)
  const kept = await person.call(files.createFolder, { name: 'kept' })
  const spare = await person.call(files.createFolder, { name: 'spare' })
  const reserve = join(dataFolder, 'disk-reserve')
  await until(
    () =>
      access(reserve).then(
        () => true,
        () => false,
      ),
    { what: 'the reserve' },
  )
  const send = (name: string) =>
    person
      .call(storage.upload, { serverid: DEFAULT_SERVER_ID, md5: md5Of(name), name }, new Blob([contentOf(name)]))
      .then(
        () => 'ok',
        (error: unknown) => String(error),
      )
  expect(await send('before.bin')).toBe('ok')

  await fill('filler')
  expect(await until(async () => (await send('refused.bin')).replace('ok', ''), { what: 'a refusal' })).toContain(
    '507 storage.disk_full',
  )
  // The reserve is the database's: all that does not grow works.
  await until(
    () =>
      access(reserve).then(
        () => false,
        () => true,
      ),
    { what: 'the release' },
  )
  for (let turn = 0; turn < 30; turn += 1) {
    expect(await ask(origin, session.login, { ...TEACHER })).toMatchObject({ http: 200, code: 'ok' })
    expect(await ask(origin, files.list, {}, cookie)).toMatchObject({ code: 'ok' })
  }
  await person.call(files.remove, { entries: [{ id: spare.id, kind: 'folder' }] })

  // Now without the reserve as well.
  await fill('filler-too')
  const codes = new Map<string, number>()
  const count = ({ http, code }: { http: number; code: string }) =>
    codes.set(`${http} ${code}`, (codes.get(`${http} ${code}`) ?? 0) + 1)
  for (let turn = 0; turn < 60; turn += 1) {
    count(await ask(origin, session.login, { ...TEACHER }))
    count(await ask(origin, files.createFolder, { name: `full ${turn} ${'x'.repeat(200)}` }, cookie))
    count(await ask(origin, files.list, {}, cookie))
  }
  process.stdout.write(`on the full disk: ${JSON.stringify(Object.fromEntries(codes))}\n`)
  expect(
    [...codes.keys()].filter((code) => !/^(200 ok|507 storage\.disk_full|503 server\.unavailable)$/.test(code)),
  ).toEqual([])

  await stop()
  const again = start()
  const said = await again.ready.then(
    () => 'it started',
    async () => (await again.ended).stderr,
  )
  process.stdout.write(`a start on the full disk: ${said}\n`)
  expect(said).toMatch(/^it started$|The disk of the folder .* is full, .* Its data is whole/)
  await stop()

  await rm(join(disk, 'filler'))
  await rm(join(disk, 'filler-too'))
  origin = await start().ready
  const wrong = await ask(origin, session.login, { ...TEACHER, password: 'wrong' })
  expect(wrong.code).toBe('login.failed')
  const back = await signIn(origin)
  const { folders } = await back.call(files.list, {})
  expect(folders.map(({ id }) => id)).toContain(kept.id)
  expect(folders.map(({ id }) => id)).not.toContain(spare.id)
  cookie = back.cookiesFor('/api/')
  expect(await ask(origin, files.createFolder, { name: 'after' }, cookie)).toMatchObject({ code: 'ok' })
})

test('the data folder of a portal is made on a full disk no more than elsewhere', async () => {
  await stop()
  await fill('filler-again')
  dataFolder = join(disk, 'new')
  await mkdir(dataFolder)
  const { code, stderr } = await start().ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The disk of the folder .+ is full, .+ make room there, and start the portal again\.$/m)
})
