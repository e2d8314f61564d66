import { afterEach, expect, it, vi } from 'vitest'
import { accessDetail } from '../../../../contract/endpoints/desktop/desktop.ts'
import { blankIcon } from '../../../../tests/support/samples/blank-icon.ts'
import { sendJson, startApiServer, succeeded } from '../../../../tests/support/fakes/api-server.ts'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { readRecents, recordAppOpen, withRecent } from './recent-apps.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it('puts the newest first, once, and keeps ten', () => {
  expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c'])
  const ten = Array.from({ length: 10 }, (_, at) => `app${at}`)
  expect(withRecent(ten, 'new')).toEqual(['new', ...ten.slice(0, 9)])
})

it('logs an opened application, but not in development', async () => {
  stubLocalStorage()
  let log: (address: string) => void
  const logged = new Promise<string>((resolve) => {
    log = resolve
  })
  const server = await startApiServer(({ url }, response, body) => {
    log(`${url} ${body.toString()}`)
    sendJson(response, succeeded(null))
  })
  try {
    vi.stubEnv('DEV', true)
    recordAppOpen(teacher, 'pc', blankIcon('attendance'))
    vi.stubEnv('DEV', false)
    recordAppOpen(teacher, 'pc', blankIcon('files'))
    const [path = '', form] = (await logged).split(' ')
    expect(path).toBe(accessDetail.path)
    // The first that was logged is the one that was opened outside development.
    expect(new URLSearchParams(form).get('resId')).toBe('files')
    expect(readRecents('pc', teacher.userId)).toEqual(['files', 'attendance'])
  } finally {
    await server.close()
  }
})
