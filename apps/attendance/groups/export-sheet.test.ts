import { afterEach, expect, it, vi } from 'vitest'
import { exportSheet } from './export-sheet.ts'

const input = { group: 'c1', month: '2026-11', language: 'en' } as const
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

afterEach(() => vi.unstubAllGlobals())

function query(make: () => Response | Promise<Response>) {
  const fetched = vi.fn<() => Promise<Response>>(async () => make())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

it('brings the sheet of the group, the month and the language', async () => {
  const fetched = query(() => new Response('PK', { headers: { 'content-type': TYPE } }))
  const sheet = await exportSheet(new AbortController().signal, input)
  expect(await sheet.text()).toBe('PK')
  expect(fetched).toHaveBeenCalledWith(
    '/api/attendance/export?group=c1&month=2026-11&language=en',
    expect.objectContaining({ credentials: 'same-origin' }),
  )
})

it('tells the server’s code, also where the refusal has the status of a success', async () => {
  query(() => Response.json({ status: 404, code: 'attendance.group_gone', message: 'x' }))
  await expect(exportSheet(new AbortController().signal, input)).rejects.toMatchObject({
    code: 'attendance.group_gone',
  })
  query(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(exportSheet(new AbortController().signal, input)).rejects.toMatchObject({ code: 'client.http' })
})

it('tells a missing network from having been stopped', async () => {
  query(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(exportSheet(new AbortController().signal, input)).rejects.toMatchObject({ code: 'client.network' })
  const ending = new AbortController()
  ending.abort(new Error('left'))
  await expect(exportSheet(ending.signal, input)).rejects.toThrow('left')
})
