import { expect, it, vi } from 'vitest'
import { prepareFormats } from './prepare-formats.ts'

it('asks for the languages, for numbers and for dates, with other tasks in between', async () => {
  const log: string[] = []
  vi.spyOn(Intl.DateTimeFormat, 'supportedLocalesOf').mockImplementation(() => (log.push('languages'), []))
  vi.spyOn(Intl.NumberFormat.prototype, 'format', 'get').mockReturnValue(() => String(log.push('numbers')))
  vi.spyOn(Intl.DateTimeFormat.prototype, 'format', 'get').mockReturnValue(() => String(log.push('dates')))
  const other = setInterval(() => log.push('other'), 0)
  try {
    await prepareFormats('en')
  } finally {
    clearInterval(other)
    vi.restoreAllMocks()
  }
  const order = log.filter((entry, at) => entry !== 'other' || log[at - 1] !== 'other').join(' ')
  expect(order).toContain('languages')
  expect(order).not.toMatch(/languages numbers|numbers dates/)
  expect(order).toMatch(/languages .*numbers .*dates/)
})
