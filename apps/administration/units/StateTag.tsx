import type { UnitRow } from '../../../contract/endpoints/units/units.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts } from '../portal-context.ts'
import { roomOf } from './room.ts'

/** What is not usual about a unit's state. */
export function StateTag({ unit: { state } }: { unit: Pick<UnitRow, 'state'> }) {
  const t = useTexts()
  if (state === 'active') return null
  if (state === 'archived') return <Tag>{t('units.state.archived')}</Tag>
  return <Tag kind={state === 'deleting' ? 'danger' : 'warning'}>{t(`units.state.${state}`)}</Tag>
}

/** That little or nothing is left of what the unit may have. */
export function RoomTag({ used, limit }: { used: number; limit: number | null }) {
  const t = useTexts()
  const room = roomOf(used, limit)
  if (room === null || room === 'plenty') return null
  return <Tag kind={room === 'full' ? 'danger' : 'warning'}>{t(`units.limits.${room}`)}</Tag>
}
