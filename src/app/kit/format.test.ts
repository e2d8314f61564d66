import { expect, it } from 'vitest'
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
})

it('shows the time of the zone that its reader is in by now', () => {
  const before = process.env['TZ']
  try {
    process.env['TZ'] = 'Asia/Shanghai'
    expect(formatDateTime('2026-11-03T04:00:00Z', 'zh-CN', now)).toContain('12:00')
    process.env['TZ'] = 'Europe/Berlin'
    expect(formatDateTime('2026-11-03T04:00:00Z', 'zh-CN', now)).toContain('05:00')
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
})
