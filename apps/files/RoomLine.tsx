import { BIN_DAYS } from '../../contract/limits.ts'
import { formatBytes } from '../../src/app/ui/format/format.ts'
import { LITTLE_LEFT, UseBar } from '../../src/app/ui/feedback/UseBar.tsx'
import { useObservable, usePortal } from './portal-context.ts'
import { useRoom } from './use-room.ts'
import { useTexts } from './use-texts.ts'

/** How much the person uses of what they may, at the foot of the page; nothing where there is no quota. */
export function RoomLine() {
  const t = useTexts()
  const language = useObservable(usePortal().language)
  const room = useRoom()
  if (room === null || room.quota === null) return null
  const { used, quota } = room
  // Nothing of nothing is full.
  const share = quota === 0 ? 1 : used / quota
  const words = share >= 1 ? 'room.full' : share > LITTLE_LEFT ? 'room.little' : 'room.used'
  return (
    <div className="f-room">
      <UseBar share={share}>
        {t(words, { used: formatBytes(used, language), quota: formatBytes(quota, language), days: BIN_DAYS })}
      </UseBar>
    </div>
  )
}
