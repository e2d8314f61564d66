import { expect, it, vi } from 'vitest'
import { prepareFormats } from './prepare-formats.ts'

it('asks for the languages, for numbers and for dates, with other tasks in between', async () => {
  const log: string[] = []
  class Dates {
    static readonly supportedLocalesOf = () => log.push('languages')
    readonly format = () => log.push('dates')
  }
  class Numbers {
    readonly format = () => log.push('numbers')
  }
  class Locale {
    readonly maximize = () => log.push('locale')
  }
  vi.stubGlobal('Intl', { DateTimeFormat: Dates, NumberFormat: Numbers, Locale })
  const other = setInterval(() => log.push('other'), 0)
  try {
    await prepareFormats('en')
  } finally {
    clearInterval(other)
    vi.unstubAllGlobals()
  }
  const order = log.filter((entry, at) => entry !== 'other' || log[at - 1] !== 'other').join(' ')
  expect(order).not.toMatch(/locale languages|languages numbers|numbers dates/)
  expect(order).toMatch(/locale .*languages .*numbers .*dates/)
})
