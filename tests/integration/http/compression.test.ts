import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { searchIndex } from '../../../contract/endpoints/desktop/desktop-search.ts'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('packs a large answer by the best that the browser can read, and says that it depends on that', async () => {
  const teacher = await test.signIn('teacher')
  const read = (accepted?: string) =>
    teacher.request('GET', searchIndex.path, { headers: { 'accept-encoding': accepted } })
  const plain = await read()
  expect(plain.rawPayload.length).toBeGreaterThan(1200)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  for (const accepted of ['identity', 'zstd', 'br;q=0']) expect((await read(accepted)).body).toBe(plain.body)

  const brotli = await read('gzip, deflate, br, zstd')
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'content-length': String(brotli.rawPayload.length),
  })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  const gzip = await read('gzip, deflate')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
})

it('leaves a small answer as it is, and what a route sends raw', async () => {
  const headers = { 'accept-encoding': 'gzip, br' }
  const admin = await test.signIn('admin')
  for (const path of [session.me.path, `${faceAdmin.audit.path}?format=json`, `${faceAdmin.audit.path}?format=csv`]) {
    const response = await admin.request('GET', path, { headers })
    expect({ path, status: response.statusCode }).toEqual({ path, status: 200 })
    expect(response.headers).not.toHaveProperty('content-encoding')
  }
})

it('does not unpack what callers send', async () => {
  const form = new URLSearchParams({ username: 'teacher', password: DEMO_PASSWORD }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' }
  const response = await test.visit().request('POST', session.login.path, { headers, payload: gzipSync(form) })
  expect(response.json()).toMatchObject({ code: 'request.invalid' })
})
