import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiServer, sendJson, startApiServer, succeeded } from '../../../../tests/support/fakes/api-server.ts'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import type { IconGroups } from '../../../../contract/endpoints/desktop/desktop.ts'
import { blankIcon } from '../../../../tests/support/samples/blank-icon.ts'
import { desktopState, showDesktop } from './desktop-store.ts'
import { refreshIcons, refreshUnread } from './refresh-desktop.ts'

let server: ApiServer
let waiting: ServerResponse[]
let arrived: () => void

beforeAll(async () => {
  server = await startApiServer((_, response) => {
    waiting.push(response)
    arrived()
  })
})

afterAll(() => server.close())

beforeEach(() => {
  waiting = []
  arrived = () => {}
  showDesktop({ me: teacher, icons: ordered('a', 'b', 'c'), unread: [] })
})

function ordered(...codes: string[]): IconGroups {
  return [{ code: 'ZDYYYFL-CYYY', iconVMs: codes.map((code) => blankIcon(code)) }]
}

/** The response to the request that `ask` makes. */
function requestOf(ask: () => Promise<void>): Promise<{ done: Promise<void>; answer: (data: unknown) => void }> {
  return new Promise((resolve) => {
    arrived = () => {
      const response = waiting.at(-1)
      resolve({ done, answer: (data) => response && sendJson(response, succeeded(data)) })
    }
    const done = ask()
  })
}

function shown(): string[] {
  const state = desktopState()
  return state.status === 'live' ? state.data.icons.flatMap(({ iconVMs }) => iconVMs.map(({ code }) => code)) : []
}

test('icons that a later request has overtaken are not shown', async () => {
  const first = await requestOf(refreshIcons)
  const second = await requestOf(refreshIcons)
  second.answer(ordered('c', 'b', 'a'))
  await second.done
  first.answer(ordered('b', 'a', 'c'))
  await first.done
  expect(shown()).toEqual(['c', 'b', 'a'])
})

test('icons are asked for again when an order was shown while they were on their way', async () => {
  const first = await requestOf(refreshIcons)
  showDesktop({ me: teacher, icons: ordered('b', 'c', 'a'), unread: [] })
  const again = new Promise<void>((resolve) => {
    arrived = resolve
  })
  first.answer(ordered('a', 'b', 'c'))
  await again
  expect(shown()).toEqual(['b', 'c', 'a'])
  const last = waiting.at(-1)
  if (last) sendJson(last, succeeded(ordered('b', 'c', 'a', 'd')))
  await first.done
  expect(shown()).toEqual(['b', 'c', 'a', 'd'])
})

test('counts that a later request has overtaken are not shown', async () => {
  const first = await requestOf(refreshUnread)
  const second = await requestOf(refreshUnread)
  second.answer([{ code: 'a', num: 1 }])
  await second.done
  first.answer([{ code: 'a', num: 5 }])
  await first.done
  expect(desktopState()).toMatchObject({ data: { unread: [{ code: 'a', num: 1 }] } })
})
