import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ownPicture } from '../../contract/endpoints/account.ts'
import * as filesEndpoints from '../../contract/endpoints/storage/files.ts'
import { base64Image, uploadBatch, uploadChunk } from '../../contract/endpoints/storage/storage.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { DEFAULT_SERVER_ID } from '../../contract/limits.ts'
import { signIn } from '../support/callers/portal-caller.ts'
import { contentPath } from '../support/callers/storage-caller.ts'
import { openDistrict, type District } from '../support/district/portals.ts'
import { chunksOf, createUploadClient } from '../support/district/upload-client.ts'
import { makePng } from '../support/samples/make-png.ts'
import { randomContent } from '../support/samples/random-content.ts'
import { until } from '../support/until.ts'

const MB = 1024 * 1024
/** Chunks that a kill may cost: the four on their way, and as many again for those that are sent at the same time as the portal dies. */
const COST_OF_KILL = 8

let district: District
beforeAll(async () => {
  district = await openDistrict()
})
afterEach(() => district.repair())
afterAll(() => district.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('an upload of 120 MB', () => {
  it('goes on at the other portal when the one that has half of it is killed, and is the same bytes at both', async () => {
    const teacher = await signIn(district.origin)
    const bytes = randomContent(120 * MB)
    const client = createUploadClient(teacher)
    const uploading = client.upload('录像.bin', bytes)
    await until(() => client.stored().length >= chunksOf(bytes.length) / 2, { interval: 5 })
    const killed = await district.portalOf(uploadChunk.path)
    await killed.kill()
    const stored = await uploading

    expect(client.failures()).not.toEqual([])
    process.stdout.write(`${client.sentAgain()} of ${chunksOf(bytes.length)} chunks were sent twice\n`)
    expect(client.sentAgain()).toBeLessThanOrEqual(COST_OF_KILL)
    const other = await district.portalOf(uploadChunk.path)
    expect(other).not.toBe(killed)
    await killed.start()
    for (const { origin } of district.portals) {
      expect(sha256(await teacher.at(origin).download(contentPath(stored.id)))).toBe(sha256(bytes))
    }
  })
})

describe('what one portal has stored, the other hands out', () => {
  it('many small files, which come in batches', async () => {
    const teacher = await signIn(district.origin)
    const client = createUploadClient(teacher)
    const files = Array.from({ length: 60 }, (_, at) => ({ name: `作业 ${at}.bin`, bytes: randomContent(9000 + at) }))
    const stored = await Promise.all(files.map(({ name, bytes }) => client.upload(name, bytes)))
    const sent = client.calls.map(({ name }) => name)
    expect(sent).toContain(uploadBatch.name)
    expect(sent.length).toBeLessThan(files.length / 2)
    for (const { origin } of district.portals) {
      const there = teacher.at(origin)
      const listed = (await there.call(filesEndpoints.list, {})).files.map(({ id }) => id)
      expect(listed).toEqual(expect.arrayContaining(stored.map(({ id }) => id)))
      const contents = await Promise.all(stored.map(({ id }) => there.download(contentPath(id))))
      expect(contents.map(sha256)).toEqual(files.map(({ bytes }) => sha256(bytes)))
    }
  })

  it('ranges of a file', async () => {
    const teacher = await signIn(district.origin)
    const bytes = randomContent(9 * MB)
    const { id } = await createUploadClient(teacher).upload('讲义.bin', bytes)
    for (const { origin } of [district, ...district.portals]) {
      const range = { range: `bytes=${5 * MB + 1}-${7 * MB}` }
      const response = await teacher.at(origin).request(contentPath(id), { headers: range })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${5 * MB + 1}-${7 * MB}/${9 * MB}`)
      const part = Buffer.from(await response.arrayBuffer())
      expect(part.equals(bytes.subarray(5 * MB + 1, 7 * MB + 1))).toBe(true)
    }
  })

  it('a person’s picture', async () => {
    const teacher = await signIn(district.origin)
    const [here, there] = district.portals.map(({ origin }) => teacher.at(origin))
    const picture = makePng(500, 500)
    const base64Str = `data:image/png;base64,${picture.toString('base64')}`
    const sent = {
      serverid: DEFAULT_SERVER_ID,
      fileName: '头像.png',
      base64Str,
      type: 'png',
      purpose: 'account' as const,
    }
    await here?.call(base64Image, sent)
    const user = await there?.call(session.me, {})
    const path = ownPicture.path.replace('{userId}', user?.userId ?? '')
    expect(await there?.download(path)).toEqual(picture)
  })
})
