import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { isSecretField } from '../../../contract/rules/secret-fields.ts'
import { endpoints } from '../../../contract/table.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { failuresOf } from '../../support/failures-of.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const TYPES = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data; boundary=x',
  query: '',
}

function secretsOf({ request }: AnyEndpoint): string[] {
  return request instanceof z.ZodMiniObject ? Object.keys(request.shape).filter(isSecretField) : []
}

const taking = endpoints.filter((endpoint) => endpoint.method === 'POST' && secretsOf(endpoint).length > 0)

it('passwords, codes and tokens are fields of many calls', () => {
  const fields = new Set(taking.flatMap(secretsOf))
  for (const field of [
    'password',
    'newPassword',
    'otp',
    'pin',
    'code',
    'token',
    'accessToken',
    'secret',
    'client_secret',
    'userClientId',
  ])
    expect(fields).toContain(field)
})

it('no endpoint takes a secret from its address', async () => {
  const nameOf = ({ name }: AnyEndpoint) => name
  const failures = await failuresOf(taking, nameOf, async (endpoint) => {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, '00000000-0000-4000-8000-000000000000')
    for (const field of secretsOf(endpoint)) {
      const response = await test.visit().request('POST', `${path}?${field}=secret-in-the-address`, {
        payload: endpoint.encoding === 'json' ? '{}' : '',
        headers: { 'content-type': TYPES[endpoint.encoding] },
      })
      expect(response.json()).toMatchObject({ code: 'request.secret_in_address', fieldErrors: [{ field }] })
    }
    expect(test.logLines.join('')).not.toContain('secret-in-the-address')
  })
  expect(failures).toEqual([])
})

it('signs nobody in by the right password in the address', async () => {
  const browser = test.visit()
  const { envelope, response } = await browser.post(`${session.login.path}?username=teacher&password=${DEMO_PASSWORD}`)
  expect(envelope.code).toBe('request.secret_in_address')
  expect(response.cookies).toEqual([])
  expect((await browser.get(session.me.path)).envelope.code).toBe('session.required')
})

it('takes what is no secret from there, as the specification has it', async () => {
  const { envelope } = await test.visit().post(`${session.login.path}?username=teacher`, { password: DEMO_PASSWORD })
  expect(envelope.code).toBe('ok')
})
