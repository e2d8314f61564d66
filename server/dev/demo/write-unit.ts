import type { Tx } from '../../db/database.ts'
import { campus, unit as unitTable, unitHost } from '../../db/schema/identity.ts'
import { unitLogo } from '../../db/schema/portal.ts'
import { readCrest } from '../../modules/tenants/art/crests.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import { DEMO_TIME_ZONE, type DemoUnit } from './units.ts'

/** Months in which the school year and its second term begin. */
const AUTUMN_TERM = 9
const SPRING_TERM = 2

/** The school year (September to August, as `2026-2027`) and term that a day YYYY-MM-DD lies in. */
export function findTerm(day: string): { schoolYear: string; term: '1' | '2' } {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const start = month >= AUTUMN_TERM ? year : year - 1
  return { schoolYear: `${start}-${start + 1}`, term: month >= AUTUMN_TERM || month < SPRING_TERM ? '1' : '2' }
}

/** Writes the unit with its addresses, campuses and logo; returns their identifiers. */
export async function writeUnit(tx: Tx, unit: DemoUnit, now: Date): Promise<{ unitId: string; campusIds: string[] }> {
  const [written] = await tx
    .insert(unitTable)
    .values({
      name: unit.name[0],
      englishName: unit.name[1],
      unitType: unit.unitType,
      themeColor: unit.themeColor,
      footer: unit.footer,
      link: unit.link,
      decorationSet: unit.decoration,
      signInWays: unit.signInWays,
      messageDot: unit.messageDot ?? false,
      principal: unit.principal,
      ...findTerm(wallTime(now.getTime(), DEMO_TIME_ZONE).date),
    })
    .returning({ unitId: unitTable.unitId })
  if (!written) throw new Error('The unit was not written')
  const { unitId } = written
  await tx.insert(unitHost).values(unit.hosts.map((host) => ({ host, unitId })))
  const campuses = await tx
    .insert(campus)
    .values(unit.campuses.map(([name, englishName], position) => ({ unitId, name, englishName, position })))
    .returning({ campusId: campus.campusId })
  await tx.insert(unitLogo).values({ unitId, mediaType: 'image/svg+xml', content: Buffer.from(readCrest(unit.logo)) })
  return { unitId, campusIds: campuses.map(({ campusId }) => campusId) }
}
