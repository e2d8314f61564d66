import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { formatBytes, formatDateTime, formatDuration } from './format.ts'

const now = new Date('2026-11-03T12:00:00')

it('writes in the language that is asked for, each time', () => {
  for (const _ of [1, 2]) {
    expect(formatBytes(1536, 'en')).toBe('1.5 kB')
    expect(formatBytes(1536, 'zh-CN')).toBe('1.5 kB')
    expect(formatBytes(20 * 1024, 'en')).toBe('20 kB')
    expect(formatBytes(3, 'en')).toBe('3 bytes')
    expect(formatBytes(3, 'zh-CN')).toBe('3字节')
    expect(formatDuration(90, 'en')).toBe('2 min')
    expect(formatDuration(90, 'zh-CN')).toBe('2分钟')
  }
})

it('says the day only when it is not today, and the year only when it is another one', () => {
  expect(formatDateTime('2026-11-03T08:05:00', 'zh-CN', now)).toBe('08:05')
  expect(formatDateTime('2026-11-02T08:05:00', 'zh-CN', now)).toBe('11月2日 08:05')
  expect(formatDateTime('2025-11-02T08:05:00', 'zh-CN', now)).toBe('2025年11月2日 08:05')
  expect(formatDateTime('2026-11-03T08:05:00', 'en', now)).toBe('08:05')
})

const zoneBefore = process.env['TZ']
afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

it('shows the time of the zone that its reader is in by now', () => {
  process.env['TZ'] = 'Asia/Shanghai'
  expect(formatDateTime('2026-11-03T04:00:00Z', 'zh-CN', now)).toContain('12:00')
  process.env['TZ'] = 'Europe/Berlin'
  expect(formatDateTime('2026-11-03T04:00:00Z', 'zh-CN', now)).toContain('05:00')
})

it.each([
  ['Pacific/Kiritimati', '2026-12-31T09:59:59Z'],
  ['America/Anchorage', '2027-01-01T08:59:59Z'],
  ['Asia/Shanghai', '2026-12-31T15:59:59Z'],
])('changes the day and the year at the reader’s midnight in %s', (zone, last) => {
  process.env['TZ'] = zone
  const at = (later: number) => formatDateTime(last, 'zh-CN', new Date(Date.parse(last) + later))
  expect([at(0), at(999), at(1000)]).toEqual(['23:59', '23:59', '2026年12月31日 23:59'])
})

it('tells the hours that come twice, or not at all, by the reader’s clock', () => {
  process.env['TZ'] = 'America/New_York'
  const evening = (day: string) => new Date(`${day}T23:00:00-05:00`)
  expect(formatDateTime('2026-11-01T05:30:00Z', 'zh-CN', evening('2026-11-01'))).toBe('01:30')
  expect(formatDateTime('2026-11-01T06:30:00Z', 'zh-CN', evening('2026-11-01'))).toBe('01:30')
  expect(formatDateTime('2026-03-08T07:30:00Z', 'zh-CN', evening('2026-03-09'))).toBe('3月8日 03:30')
})

it('is the only place that creates formats, which are kept', () => {
  const files = ['src', 'apps'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const withOwn = files.filter((file) => /new Intl\.\w+Format\b|\.toLocale\w*String\(/.test(readFileSync(file, 'utf8')))
  expect(withOwn).toEqual(['src/app/ui/format/format.ts'])
})
