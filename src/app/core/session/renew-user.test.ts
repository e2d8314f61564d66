import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { transport } from '../api/call.ts'
import { renewUser } from './renew-user.ts'
import { session } from './session.ts'

let server: Server
let arrived: (response: ServerResponse) => void

beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    arrived(response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  transport.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  transport.origin = ''
})

/** Begins to renew the user; `answer` answers the request with this name. */
function begin(): Promise<{ done: Promise<void>; answer: (realName: string) => void }> {
  return new Promise((resolve) => {
    arrived = (response) =>
      resolve({
        done,
        answer: (realName) =>
          response.end(JSON.stringify({ status: 200, code: 'ok', message: '', data: { ...teacher, realName } })),
      })
    const done = renewUser()
  })
}

function shown(): string | null {
  return session.current.status === 'in' ? session.current.user.realName : null
}

test('a renewal that a later one has overtaken is not shown', async () => {
  session.set({ status: 'in', user: teacher })
  const [first, second] = [await begin(), await begin()]
  second.answer('Later')
  await second.done
  expect(shown()).toBe('Later')
  first.answer('Earlier')
  await first.done
  expect(shown()).toBe('Later')
})

test('a renewal is not shown once the person has signed out, or another is in', async () => {
  session.set({ status: 'in', user: teacher })
  const renewal = await begin()
  session.set({ status: 'in', user: { ...teacher, userId: 'another', realName: 'Another' } })
  renewal.answer('Late')
  await renewal.done
  expect(shown()).toBe('Another')
})
