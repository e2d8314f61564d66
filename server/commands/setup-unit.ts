import { DEFAULT_THEME_COLOR } from '../../contract/limits.ts'
import { brandingOf, withBranding } from '../../contract/rules/appearance/branding.ts'
import { suggestYear } from '../../contract/rules/school-year.ts'
import { addDays, momentOf, wallTime } from '../../contract/rules/zoned-time.ts'
import type { SetupPlan, UnitDetails } from '../modules/units/setup/set-up.ts'
import { DEFAULT_APPLICATIONS, type NewApplication, ofUnitType } from '../modules/units/defaults/unit-defaults.ts'
import { DEFAULT_TIME_ZONE } from '../modules/units/unit-time-zone.ts'
import type { SetupFile } from './setup-file.ts'

const DAY = 86_400_000
const USER_TYPES = { student: 1, teacher: 2, parent: 3, staff: 4 } as const

/** The unit of a set-up file as it is written at a moment, without its logo, which is another file. */
export function describeUnit(file: SetupFile, now: number): Pick<SetupPlan, 'unit' | 'details'> {
  const { logo: _, year, themeColor = DEFAULT_THEME_COLOR, ...unit } = file.unit
  const { principal, scene, footer, signInByAddress, messageDot, ...named } = unit
  const suggested = suggestYear(wallTime(now, DEFAULT_TIME_ZONE).date)
  return {
    unit: { ...named, themeColor, year: year ?? { ...suggested, terms: [...suggested.terms] } },
    details: {
      ...(principal !== undefined && { principal }),
      ...((footer ?? scene) !== undefined && appearanceOf(file.unit, themeColor)),
      signInWays: Object.fromEntries(signInByAddress.map((way) => [way, true])),
      messageDot,
      ...(file.licences && { licences: file.licences.map((one) => licenceOf(one, now)) }),
      ...(file.applications.length > 0 && { applications: applicationsOf(file) }),
    },
  }
}

/** As the administration stores what is published there. */
function appearanceOf(
  { name, englishName, scene = 'campus', footer }: SetupFile['unit'],
  themeColor: string,
): Pick<UnitDetails, 'footer' | 'link' | 'decorationSet'> {
  const { text = '', link = '', copyright = '', icp = '', police = '', help } = footer ?? {}
  const none = { footer: null, link: null, themeColor, decorationSet: null }
  const { themeColor: _, ...stored } = withBranding(none, {
    ...brandingOf({ name, englishName, logo: null }, none),
    scene,
    footerShown: true,
    footer: text,
    link,
    copyright,
    icp,
    police,
    // Without a help centre of its own the portal's guides.
    helpShown: true,
    helpUrl: help ?? '',
  })
  return stored
}

type Licences = NonNullable<SetupFile['licences']>

function licenceOf({ code, name, englishName, endsOn, days = 0, otherBrand }: Licences[number], now: number) {
  const endsAt =
    endsOn === undefined ? now + days * DAY : momentOf({ date: addDays(endsOn, 1), minutes: 0 }, DEFAULT_TIME_ZONE) - 1
  return { serverId: code, name, englishName, endsAt: new Date(endsAt), oam: otherBrand }
}

/** Those of every unit of the type, with the file's at their places. */
function applicationsOf({ unit, applications }: SetupFile): NewApplication[] {
  const all = ofUnitType(DEFAULT_APPLICATIONS, unit.type === 'area' ? '1' : '2')
  for (const {
    before,
    group,
    link,
    licence,
    icon,
    on,
    for: types,
    shortName,
    englishShortName,
    ...one
  } of applications) {
    const at = all.findIndex(({ code }) => code === before)
    all.splice(at < 0 ? all.length : at, 0, {
      ...one,
      shortName: shortName ?? one.name,
      englishShortName: englishShortName ?? one.englishName,
      groupCode: group,
      ...(link !== undefined && { menuRoute: link, own: true }),
      ...(licence !== undefined && { serverId: licence }),
      ...(icon !== undefined && { iconPath: `/icons/apps/${icon}.svg` }),
      ...(!on && { updateStatus: 0 }),
      userTypes: types.map((type) => USER_TYPES[type]),
      units: [unit.type],
    })
  }
  return all
}
