import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { accessDetail } from '../../../../contract/endpoints/desktop/desktop.ts'
import { blankIcon } from '../../../../contract/rules/desktop/blank-icon.ts'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { transport } from '../../core/api/call.ts'
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
  const server = createServer((request, response) => {
    request.on('data', (body: Buffer) => log(`${request.url} ${body.toString()}`))
    response.setHeader('content-type', 'application/json').end('{"status":200,"code":"ok","message":"","data":null}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  transport.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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
    transport.origin = ''
    server.close()
  }
})
