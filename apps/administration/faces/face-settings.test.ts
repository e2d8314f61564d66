import { describe, expect, it } from 'vitest'
import { faceSettingsForm, openToPhotos } from './face-settings.ts'

const OFF = { signIn: false, clockIn: false, headTurn: false, needsPin: false, needsKnownDevice: false }

describe('the settings of faces', () => {
  it('take whole numbers of days from 30 to 3650, in full width as well', () => {
    const read = (retentionDays: string) => faceSettingsForm.safeParse({ ...OFF, retentionDays })
    expect(['30', ' 400 ', '３６５', '3650'].map((typed) => read(typed).data?.retentionDays)).toEqual([
      30, 400, 365, 3650,
    ])
    for (const typed of ['', '29', '3651', '90.5', '-90', 'a year', '00400'])
      expect(read(typed).error?.issues).toMatchObject([{ path: ['retentionDays'], message: 'field.retention_days' }])
    expect(read('４００').data).toEqual({ ...OFF, retentionDays: 400 })
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
