import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as files from '../../contract/endpoints/storage/files.ts'
import * as messages from '../../contract/endpoints/messages/messages.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { type PortalCaller, signIn, TEACHER } from '../support/callers/portal-caller.ts'
import { contentPath } from '../support/callers/storage-caller.ts'
import { type LivePage, openLivePage } from '../support/district/live-page.ts'
import { openDistrict, type District } from '../support/district/portals.ts'
import { chunksOf, createUploadClient } from '../support/district/upload-client.ts'
import { randomContent } from '../support/samples/random-content.ts'
import { until } from '../support/until.ts'
import { messageTo } from '../support/callers/publication.ts'
import * as publications from '../../contract/endpoints/messages/publications.ts'

const MB = 1024 * 1024
const STUDENT = { username: 'student', password: TEACHER.password }
const ADMIN = { username: 'admin', password: TEACHER.password }
const TEACHERS = 2

let district: District
const pages: LivePage[] = []
beforeAll(async () => {
  district = await openDistrict()
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await district.repair()
})
afterAll(() => district.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'none',
    (error: unknown) => error,
  )

function openPage(caller: PortalCaller): LivePage {
  const page = openLivePage(caller)
  pages.push(page)
  return page
}

/** A message to all teachers arrives by the streams of these pages. */
async function expectLive(teacher: PortalCaller, ...open: readonly LivePage[]): Promise<void> {
  const admin = await signIn(district.origin, ADMIN)
  await until(() => open.every((page) => page.isOpen()), { what: 'the streams' })
  const { message } = await teacher.call(messages.unhandledCount, {})
  await admin.call(publications.save, messageTo([TEACHERS], '通知'))
  await Promise.all(open.map((page) => page.hears(message + 1)))
}

/** People who make one call after the other, until they are asked how it went. */
function keepCalling(callers: readonly PortalCaller[]) {
  const failures: unknown[] = []
  const over = new AbortController()
  let calls = 0
  const all = callers.map(async (caller) => {
    const kinds = [
      () => caller.call(session.me, {}),
      () => caller.call(files.list, {}),
      () => caller.call(messages.unread, {}),
    ]
    while (!over.signal.aborted) {
      for (const kind of kinds) {
        const call: Promise<unknown> = kind()
        await call.then(
          () => (calls += 1),
          (error: unknown) => failures.push(error),
        )
      }
    }
  })
  return async () => {
    over.abort()
    await Promise.all(all)
    return { calls, failures }
  }
}

describe('a rolling restart', () => {
  it('fails no call of people who go on working, loses no chunk, and their streams come back', async () => {
    const people: PortalCaller[] = []
    // One after the other: of one account that is signed in to six times at once, the sixth counts as a guess.
    while (people.length < 6) people.push(await signIn(district.origin))
    const [teacher] = people
    if (!teacher) throw new Error('there is a teacher')
    const open = people.map(openPage)
    await until(() => open.every((page) => page.isOpen()), { what: 'the streams' })
    const howItWent = keepCalling(people)
    const bytes = randomContent(24 * MB)
    const client = createUploadClient(teacher)
    const over = new AbortController()
    /** One file after the other, so that one is on its way whenever a portal stops. */
    const uploading = (async () => {
      const stored = []
      while (!over.signal.aborted) {
        const content = Buffer.from(bytes)
        content.writeUInt32BE(stored.length, 4)
        stored.push({ content, ...(await client.upload(`课件 ${stored.length}.bin`, content)) })
      }
      return stored
    })()
    await until(() => client.stored().length > 0)
    for (const portal of district.portals) {
      await portal.stop()
      await portal.start()
      await district.isServed(portal)
    }
    over.abort()
    const stored = await uploading
    const { calls, failures } = await howItWent()

    const failed = failures.length + client.failures().length
    process.stdout.write(`${calls} calls, and ${client.calls.length} of ${stored.length} uploads: ${failed} failed\n`)
    expect(failures).toEqual([])
    expect(client.failures()).toEqual([])
    for (const { id, content } of stored.slice(-2)) {
      expect(sha256(await teacher.download(contentPath(id)))).toBe(sha256(content))
    }
    await expectLive(teacher, ...open)
    // Each stream was at one of the two.
    expect(open.map((page) => page.opened() > 1)).toEqual(open.map(() => true))
  })
})

describe('the gateway of the bucket is killed', () => {
  it('while a file is uploaded: it waits and is whole afterwards; people sign in and see their folders meanwhile', async () => {
    const teacher = await signIn(district.origin)
    const before = randomContent(5 * MB)
    const { id } = await createUploadClient(teacher).upload('以前.bin', before)
    const bytes = randomContent(48 * MB)
    const client = createUploadClient(teacher)
    const uploading = client.upload('中断.bin', bytes)
    await until(() => client.stored().length >= chunksOf(bytes.length) / 2, { interval: 5 })
    await district.gateway.kill()
    await until(() => client.failures().length > 0, { what: 'a refused chunk' })

    for (const { origin } of district.portals) {
      expect(await failureOf(teacher.at(origin).download(contentPath(id)))).toMatchObject({ status: 503 })
      const student = await signIn(origin, STUDENT)
      expect((await student.call(files.list, {})).totals).not.toBeNull()
      expect((await teacher.at(origin).call(files.list, {})).files.map((file) => file.id)).toContain(id)
    }
    await district.gateway.start()
    const stored = await uploading
    const codes = new Set(client.failures().map(({ status, code }) => `${status} ${code}`))
    expect([...codes]).toEqual(['503 server.unavailable'])
    process.stdout.write(`${client.sentAgain()} of ${chunksOf(bytes.length)} chunks were sent twice\n`)
    expect(sha256(await teacher.download(contentPath(stored.id)))).toBe(sha256(bytes))
    expect(sha256(await teacher.download(contentPath(id)))).toBe(sha256(before))
  })

  it('while a file is downloaded: the download breaks off instead of ending short, and goes on from there', async () => {
    const teacher = await signIn(district.origin)
    const bytes = randomContent(100 * MB)
    const { id } = await createUploadClient(teacher).upload('长片.bin', bytes)
    const { body } = await teacher.request(contentPath(id))
    const pieces: Uint8Array[] = []
    const download = async (): Promise<void> => {
      for await (const piece of body ?? []) {
        if (pieces.push(piece) === 1) await district.gateway.kill()
      }
    }
    expect(await failureOf(download())).toBeInstanceOf(Error)
    const received = Buffer.concat(pieces)
    expect(received.length).toBeLessThan(bytes.length)
    await district.gateway.start()
    const rest = await teacher.request(contentPath(id), { headers: { range: `bytes=${received.length}-` } })
    expect(rest.status).toBe(206)
    const whole = Buffer.concat([received, Buffer.from(await rest.arrayBuffer())])
    expect(sha256(whole)).toBe(sha256(bytes))
  })
})

describe('PostgreSQL is restarted', () => {
  it('calls are answered with 503 meanwhile; people stay signed in, an upload goes on, and both portals hear of messages again', async () => {
    const teacher = await signIn(district.origin)
    const [here, there] = district.portals.map(({ origin }) => teacher.at(origin))
    if (!here || !there) throw new Error('there are two portals')
    const open = [openPage(here), openPage(there)]
    await expectLive(teacher, ...open)
    const bytes = randomContent(48 * MB)
    const client = createUploadClient(teacher)
    const uploading = client.upload('途中.bin', bytes)
    await until(() => client.stored().length >= chunksOf(bytes.length) / 2, { interval: 5 })
    await district.database.stop()
    for (const caller of [here, there]) {
      expect(await failureOf(caller.call(session.me, {}))).toMatchObject({ status: 503, code: 'server.unavailable' })
      const health = await caller.request('/healthz')
      expect([health.status, health.headers.get('retry-after')]).toEqual([503, '2'])
    }
    await until(() => client.failures().length > 0, { what: 'a refused chunk' })
    await district.database.start()
    for (const caller of [here, there]) {
      await until(async () => (await failureOf(caller.call(session.me, {}))) === 'none', {
        what: 'a portal with its database',
      })
    }
    await expectLive(teacher, ...open)
    // The streams outlived it: only what the portals listen to was opened again.
    expect(open.map((page) => page.opened())).toEqual([1, 1])
    const stored = await uploading
    expect(new Set(client.failures().map(({ status }) => status))).toEqual(new Set([503]))
    process.stdout.write(`${client.sentAgain()} of ${chunksOf(bytes.length)} chunks were sent twice\n`)
    expect(sha256(await teacher.download(contentPath(stored.id)))).toBe(sha256(bytes))
  })
})
