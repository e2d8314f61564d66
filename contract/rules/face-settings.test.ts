import { describe, expect, it } from 'vitest'
import { checkFaceSettings, openToPhotos, parseRetentionDays, readFaceSettings } from './face-settings.ts'

const OFF = { signIn: false, clockIn: false, headTurn: false, needsPin: false, needsKnownDevice: false }

describe('the settings of faces', () => {
  it('take whole numbers of days from 30 to 3650, in full width as well', () => {
    expect(['30', ' 400 ', '３６５', '3650'].map(parseRetentionDays)).toEqual([30, 400, 365, 3650])
    for (const typed of ['', '29', '3651', '90.5', '-90', 'a year', '00400'])
      expect(checkFaceSettings({ ...OFF, retentionDays: typed })).toEqual([
        { field: 'retentionDays', code: 'field.retention_days' },
      ])
    expect(checkFaceSettings({ ...OFF, retentionDays: '400' })).toEqual([])
    expect(readFaceSettings({ ...OFF, retentionDays: '４００' })).toEqual({ ...OFF, retentionDays: 400 })
    expect(() => readFaceSettings({ ...OFF, retentionDays: '' })).toThrow()
  })

  it('say where a photo that is held up would do', () => {
    expect(openToPhotos(OFF)).toEqual({ signIn: false, clockIn: false })
    expect(openToPhotos({ ...OFF, signIn: true, clockIn: true })).toEqual({ signIn: true, clockIn: true })
    // A PIN and a known device are required only of a person who signs in alone.
    for (const more of [{ needsPin: true }, { needsKnownDevice: true }])
      expect(openToPhotos({ ...OFF, ...more, signIn: true, clockIn: true })).toEqual({ signIn: false, clockIn: true })
    expect(openToPhotos({ ...OFF, signIn: true, clockIn: true, headTurn: true })).toEqual({
      signIn: false,
      clockIn: false,
    })
  })
})
