import { describe, expect, it } from 'vitest'
import { SECTION_ENTRIES } from '../apps/administration/section-entries.ts'
import { readRoute } from '../apps/attendance/app-route.ts'
import { PLACES } from '../src/app/features/desktop/palette/places.ts'
import { settingsPart, SETTINGS_PARTS } from '../src/app/frame/settings/settings-part.ts'

const fragments = (code: string) =>
  PLACES.flatMap(({ at, codes }) =>
    'application' in at && at.application === code ? [{ at: at.fragment, codes }] : [],
  )

describe('the search', () => {
  it('knows every part of the settings but the account, which is an action of its own', () => {
    const found = PLACES.flatMap(({ at }) => ('settings' in at ? [settingsPart(at.settings)] : []))
    expect(found).toEqual(SETTINGS_PARTS.filter((part) => part !== 'account'))
  })

  it('knows every section of the administration, for those who may open it', () => {
    const places = fragments('administration')
    for (const { path, codes } of SECTION_ENTRIES) {
      const own = places.filter(({ at }) => at === `#/${path}` || at.startsWith(`#/${path}/`))
      expect({ path, places: own.length }).not.toEqual({ path, places: 0 })
      for (const place of own) expect(codes).toEqual(expect.arrayContaining([...(place.codes ?? [])]))
    }
  })

  it('leads to pages of attendance', () => {
    for (const { at } of fragments('attendance')) expect(readRoute(at.slice(1))).toBeDefined()
  })
})
