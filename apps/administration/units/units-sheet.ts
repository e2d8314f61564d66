import * as unitsEndpoints from '../../../contract/endpoints/units/units.ts'
import { UNITS_PAGE_MAX } from '../../../contract/endpoints/units/units.ts'
import { loadPages } from '../../../src/app/micro-apps/load-pages.ts'
import type { Portal, Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import type { Translate } from '../portal-context.ts'
import { unitsRequest, type UnitsQuery } from './units-query.ts'

/** All units of a query, not only the shown page. Rejects as calls do. */
export async function unitsSheet(
  signal: AbortSignal,
  { portal, asked, t }: { portal: Portal; asked: UnitsQuery; t: Translate },
  onProgress: (part: number) => void,
): Promise<Sheet> {
  const units = await loadPages(
    UNITS_PAGE_MAX,
    async (page) => {
      const request = { ...unitsRequest(asked), page, size: UNITS_PAGE_MAX }
      const found = await portal.call(unitsEndpoints.list, request, { signal, quiet: true })
      return { total: found.total, rows: found.units }
    },
    ({ unitId }) => unitId,
    onProgress,
  )
  const title = t('section.units')
  return {
    name: title,
    title,
    columns: [
      { heading: t('units.column.name') },
      { heading: t('form.englishName') },
      { heading: t('units.column.host') },
      { heading: t('units.column.type') },
      { heading: t('filter.state') },
      { heading: t('units.column.people'), kind: 'number' },
      { heading: t('units.bytes'), kind: 'number' },
      { heading: t('units.column.lastActivity'), kind: 'datetime' },
      { heading: t('units.column.createdAt'), kind: 'datetime' },
    ],
    rows: units.map((unit) => [
      unit.name,
      unit.englishName,
      unit.hosts.join('\n'),
      t(`units.type.${unit.unitType}`),
      t(`units.state.${unit.state}`),
      unit.people,
      unit.storage,
      unit.lastActivity === null ? '' : wallClock(unit.lastActivity),
      wallClock(unit.createdAt),
    ]),
  }
}
