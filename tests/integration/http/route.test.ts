import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { wholeNumber } from '../../../contract/fields.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { get, postForm } from '../../../contract/endpoint.ts'
import { unit } from '../../../server/db/tables.generated.ts'
import { registeredEndpoints, route, streamRoute } from '../../../server/http/route.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'

const answerShape = z.object({ said: z.string() })

function shaped(name: string) {
  const request = z.object({
    say: z.string(),
    times: z.optional(wholeNumber(1, 9)),
    deep: z.optional(z.object({ er: z.string() })),
  })
  return { name: `test.${name}`, path: `/api/test/${name}`, request, response: answerShape }
}

const echo = postForm({ ...shaped('echo'), access: 'public' })
const forAdmins = postForm({ ...shaped('admins'), access: 'admin', permission: null, risk: 'ordinary' })
const undecided = postForm({
  ...shaped('undecided'),
  access: 'admin',
  permission: null,
  risk: 'gives-credentials',
  riskInPart: true,
})
const forParents = postForm({ ...shaped('parents'), access: [3], permission: null })
const broken = postForm({ ...shaped('broken'), access: 'session', permission: null })
const refusing = postForm({ ...shaped('refusing'), access: 'session', permission: null })
const streaming = postForm({ ...shaped('streaming'), access: 'session', permission: null })
const bare = postForm({ ...shaped('bare'), access: 'public', rawResponse: true })
const twice = get({
  name: 'test.twice',
  path: '/api/test/{what}/in/{what}_again',
  access: 'public',
  request: z.object({ what: z.string() }),
  response: z.string(),
})

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({}, addRoutes)
})
afterAll(() => test.close())

function addRoutes(app: FastifyInstance): void {
  // More than the contract names: it must not reach the caller.
  route(app, echo, async (input) => ({ said: JSON.stringify(input), secret: 'internal' }))
  route(app, forAdmins, async ({ say }) => ({ said: say }))
  route(app, undecided, async ({ say }, { requireFresh }) => {
    if (say === 'decides') requireFresh(true)
    return { said: say }
  })
  route(app, forParents, async ({ say }) => ({ said: say }))
  // @ts-expect-error -- an answer that breaks the contract, as a faulty service might give it
  route(app, broken, async ({ say }, { tx, session }) => {
    await tx.update(unit).set({ term: say }).where(eq(unit.unitId, session.unitId))
    return { said: 1 }
  })
  route(app, refusing, async ({ say }, { tx, session }) => {
    await tx.update(unit).set({ term: say }).where(eq(unit.unitId, session.unitId))
    throw new PortalError('files.not_found')
  })
  streamRoute(app, streaming, async (call) => {
    const { say } = call.parse({})
    const [found] = await call.inUnit((tx) =>
      tx.select({ names: sql<string>`string_agg(english_name, ',')` }).from(unit),
    )
    return { said: `${say} ${found?.names}` }
  })
  streamRoute(app, bare, async (call) => call.reply.type('text/plain').send(call.parse({}).say))
  route(app, twice, async ({ what }) => what)
}

async function readTerms(): Promise<unknown[]> {
  const { rows } = await test.database.asOwner((tx) => tx.execute(sql`select distinct term from unit`))
  return rows.map((found) => found['term'])
}

describe('a route', () => {
  it('gives the checked input to its handler, and what the contract names of the answer to the caller', async () => {
    const { envelope } = await test
      .visit()
      .post('/api/test/echo?say=query', { say: 'body', times: '3', 'deep.er': 'x', other: 'y' })
    expect(envelope).toEqual({
      status: 200,
      code: 'ok',
      message: '',
      data: { said: '{"say":"query","times":3,"deep":{"er":"x"}}' },
    })
  })

  it('refuses an input that is not valid and names each field once', async () => {
    const { envelope } = await test.visit().post('/api/test/echo', { times: 'many' })
    expect(envelope.code).toBe('request.invalid')
    expect(envelope.fieldErrors?.map(({ field }) => field)).toEqual(['say', 'times'])
  })

  it('for administrators refuses everybody else', async () => {
    const { envelope: teacher } = await (await test.signIn('teacher')).post('/api/test/admins', { say: 'x' })
    expect(teacher).toMatchObject({ status: 403, code: 'access.denied' })
    expect((await (await test.signIn('admin')).post('/api/test/admins', { say: 'x' })).envelope.code).toBe('ok')
    expect((await test.visit().post('/api/test/admins', { say: 'x' })).envelope.code).toBe('session.required')
  })

  it('for some user types refuses the others, administrators included', async () => {
    expect((await (await test.signIn('parent')).post('/api/test/parents', { say: 'x' })).envelope.code).toBe('ok')
    expect((await (await test.signIn('admin')).post('/api/test/parents', { say: 'x' })).envelope.code).toBe(
      'access.denied',
    )
  })

  it('undoes what its handler wrote when it throws, or when its answer breaks the contract', async () => {
    const before = await readTerms()
    const browser = await test.signIn('teacher')
    expect((await browser.post('/api/test/refusing', { say: 'changed' })).envelope).toMatchObject({
      status: 404,
      code: 'files.not_found',
    })
    const { envelope, response } = await browser.post('/api/test/broken', { say: 'changed' })
    expect(response.statusCode).toBe(500)
    expect(envelope.code).toBe('server.internal')
    expect(await readTerms()).toEqual(before)
  })

  it('fails where its handler has to say whether a call needs a fresh second factor, and does not', async () => {
    const browser = await test.signIn('admin')
    const said = async (say: string) => (await browser.post('/api/test/undecided', { say })).envelope.code
    expect([await said('decides'), await said('forgets')]).toEqual(['ok', 'server.internal'])
  })

  it('may take a name twice in its path, and is not found where the two differ', async () => {
    expect((await test.visit().get('/api/test/base/in/base_again')).envelope.data).toBe('base')
    const { envelope, response } = await test.visit().get('/api/test/base/in/other_again')
    expect(envelope.code).toBe('request.not_found')
    expect(response.statusCode).toBe(404)
  })

  it('has one handler', async () => {
    expect(() => route(test.app, echo, async () => ({ said: '' }))).toThrow('test.echo has a handler already')
    expect(() => route(test.app, bare, async () => ({ said: '' }))).toThrow('test.bare needs streamRoute')
    expect([...registeredEndpoints(test.app)]).toEqual(expect.arrayContaining([echo, bare, twice]))
  })
})

describe('a stream route', () => {
  it('opens transactions of its own that see the caller’s unit only', async () => {
    const { envelope } = await (await test.signIn('teacher')).post('/api/test/streaming', { say: 'in' })
    expect(envelope.data).toEqual({ said: 'in Riverside School' })
  })

  it('may send an answer without the envelope, and fails in it', async () => {
    const sent = await test.visit().request('POST', '/api/test/bare', {
      payload: 'say=plain',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(sent.body).toBe('plain')
    expect((await test.visit().post('/api/test/bare')).envelope.code).toBe('request.invalid')
  })
})
