import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiServer, sendJson, startApiServer, succeeded } from '../../../../tests/support/fakes/api-server.ts'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { renewUser } from './renew-user.ts'
import { session } from './session.ts'

let server: ApiServer
let arrived: (response: ServerResponse) => void

beforeAll(async () => {
  server = await startApiServer((_, response) => arrived(response))
})

afterAll(() => server.close())

/** Begins to renew the user; `answer` answers the request with this name. */
function begin(): Promise<{ done: Promise<void>; answer: (realName: string) => void }> {
  return new Promise((resolve) => {
    arrived = (response) =>
      resolve({
        done,
        answer: (realName) => sendJson(response, succeeded({ ...teacher, realName })),
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
