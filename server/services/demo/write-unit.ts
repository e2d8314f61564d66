import type { Tx } from '../../db/database.ts'
import { campus, unit as unitTable, unitHost } from '../../db/schema/identity.ts'
import { unitLogo } from '../../db/schema/portal.ts'
import { readCrest } from '../../art/crests.ts'
import type { DemoUnit } from './units.ts'

/** Months (from 0) in which the school year and its second term begin. */
const AUTUMN_TERM = 8
const SPRING_TERM = 1

/** The school year (September to August, as `2026-2027`) and term that a day lies in. */
export function findTerm(day: Date): { schoolYear: string; term: '1' | '2' } {
  const month = day.getMonth()
  const start = month >= AUTUMN_TERM ? day.getFullYear() : day.getFullYear() - 1
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
      ...findTerm(now),
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
