import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({})
})
afterAll(async () => test.close())

const BODY = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.jpg"\r\n\r\nbytes\r\n--b--\r\n'

it.each([
  ['the device itself', { 'sec-fetch-site': 'none' }],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }],
])('tells whoever shares without the service worker what to do, in both languages; sent by %s', async (_, sender) => {
  const headers = { ...sender, accept: 'text/html', 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await test.visit().request('POST', '/share-target', { headers, payload: BODY })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
  expect(answer.body).toContain('文件没有收到')
  expect(answer.body).toContain('The files did not arrive')
  expect(answer.headers['set-cookie']).toBeUndefined()
})

it('reads no body, whatever it is', async () => {
  const headers = { 'content-type': 'application/x-unknown' }
  expect((await test.visit().request('POST', '/share-target', { headers, payload: 'x' })).statusCode).toBe(503)
})
