import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TimeAgo } from './TimeAgo.tsx'
import { followAge, timeAgo, untilNextText } from './time-ago.ts'

afterEach(() => {
  vi.useRealTimers()
})

const NOW = new Date(2026, 10, 21, 12, 0, 0)
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('timeAgo', () => {
  it.each([
    [0, 'just now', '刚刚'],
    [-20_000, 'just now', '刚刚'],
    [29_999, 'just now', '刚刚'],
    [30_000, '1 minute ago', '1分钟前'],
    [2 * MINUTE, '2 minutes ago', '2分钟前'],
    [HOUR - 1, '59 minutes ago', '59分钟前'],
    [HOUR, '1 hour ago', '1小时前'],
    [24 * HOUR - 1, '23 hours ago', '23小时前'],
    [24 * HOUR, 'yesterday', '昨天'],
    [48 * HOUR - 1, 'yesterday', '昨天'],
  ])('says of %d ms: %s', (age, en, zh) => {
    expect(timeAgo(ago(age), 'en', NOW)).toBe(en)
    expect(timeAgo(ago(age), 'zh-CN', NOW)).toBe(zh)
  })

  it('gives the date from two days on, and of what lies ahead', () => {
    expect(timeAgo(ago(48 * HOUR), 'zh-CN', NOW)).toBe('11月19日 12:00')
    expect(timeAgo(ago(-48 * HOUR), 'zh-CN', NOW)).toBe('11月23日 12:00')
  })
})

it('counts hours and not the reader’s days: where the clock changes it is yesterday after 24 hours, too', () => {
  const before = process.env['TZ']
  try {
    process.env['TZ'] = 'Europe/Berlin'
    for (const noon of ['2026-03-29T10:00:00Z', '2026-10-25T11:00:00Z']) {
      const now = new Date(noon)
      const at = (age: number) => timeAgo(new Date(now.getTime() - age), 'en', now)
      expect([at(24 * HOUR - 1), at(24 * HOUR), at(48 * HOUR - 1)]).toEqual(['23 hours ago', 'yesterday', 'yesterday'])
    }
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
})

describe('untilNextWords', () => {
  it('ends exactly when the words change', () => {
    for (const age of [-3 * HOUR, 0, 29_000, 30_000, 59_000, 61_000, 2 * HOUR + 5, 23 * HOUR, 30 * HOUR]) {
      const wait = untilNextText(ago(age), NOW)
      if (wait === null) throw new Error(`no next words after ${age} ms`)
      const at = (after: number) => timeAgo(ago(age), 'en', new Date(NOW.getTime() + after))
      expect(at(wait)).not.toBe(at(0))
      expect(at(wait - 1)).toBe(at(0))
    }
  })

  it('is never when only the date is left', () => {
    expect(untilNextText(ago(48 * HOUR), NOW)).toBeNull()
  })
})

describe('followAge', () => {
  it('tells each change of the text, until it is ended', () => {
    vi.useFakeTimers({ now: NOW })
    const texts: string[] = []
    const end = followAge(ago(29_000), (now) => texts.push(timeAgo(ago(29_000), 'en', now)))
    vi.advanceTimersByTime(1000)
    expect(texts).toEqual(['1 minute ago'])
    vi.advanceTimersByTime(HOUR)
    expect(texts).toHaveLength(60)
    expect(texts.at(-1)).toBe('1 hour ago')
    vi.advanceTimersByTime(47 * HOUR)
    expect(texts.at(-2)).toBe('yesterday')
    expect(texts.at(-1)).toMatch(/^21 Nov, 11:59/)
    expect(vi.getTimerCount()).toBe(0)

    const endOther = followAge(ago(0), () => texts.push('told after its end'))
    endOther()
    end()
    vi.advanceTimersByTime(HOUR)
    expect(texts).not.toContain('told after its end')
  })
})

describe('TimeAgo', () => {
  it('shows the age in the language, with the exact moment as its tooltip', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const shown = async (language: string) => {
      const i18n = i18next.createInstance()
      await i18n.init({ lng: language, resources: {} })
      const age = createElement(TimeAgo, { at: ago(5 * MINUTE) })
      return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, age))
    }
    expect(await shown('en')).toMatch(/title="21 November 2026[^"]+">5 minutes ago</)
    expect(await shown('zh-CN')).toMatch(/title="2026年11月21日[^"]+">5分钟前</)
  })
})
