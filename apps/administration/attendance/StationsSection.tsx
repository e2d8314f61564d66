import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import Tablet from '@phosphor-icons/core/regular/device-tablet.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Prohibit from '@phosphor-icons/core/regular/prohibit.svg?react'
import { useState } from 'react'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import type { Station } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { EntryRow } from '../EntryRow.tsx'
import { ListCard } from '../ListCard.tsx'
import { StationDialog } from './StationDialog.tsx'
import { useLocale, useTexts } from '../portal-context.ts'

/** The page that turns a browser into a station. */
const STATION_PAGE = '/pages/attendance/station'

export function StationsSection() {
  const t = useTexts()
  const query = useEndpoint(attendanceStation.list, {})
  const [editing, setEditing] = useState<Station | null>(null)
  const [revoking, setRevoking] = useState<Station | null>(null)
  return (
    <ListCard
      title={t('attendance.part.stations')}
      hint={t('attendance.stations.hint')}
      action={
        <a className="k-button k-button--primary" href={STATION_PAGE}>
          <Icon svg={Tablet} />
          {t('attendance.stations.register')}
        </a>
      }
    >
      <Loaded query={query}>
        {(stations) =>
          stations.length === 0 ? (
            <NoData title={t('attendance.stations.none')} hint={t('attendance.stations.noneHint')} />
          ) : (
            <ul>
              {stations.map((station) => (
                <li key={station.stationId}>
                  <StationRow
                    station={station}
                    onEdit={() => setEditing(station)}
                    onRevoke={() => setRevoking(station)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {editing && <StationDialog station={editing} onClose={() => setEditing(null)} />}
      {revoking && <RevokeDialog station={revoking} onClose={() => setRevoking(null)} />}
    </ListCard>
  )
}

function StationRow({ station, onEdit, onRevoke }: { station: Station; onEdit: () => void; onRevoke: () => void }) {
  const { t, personName } = useLocale()
  const { name, place, direction, lastSeenAt, pending, delivered, revokedAt, registeredBy, registeredAt } = station
  return (
    <EntryRow
      glyph={Tablet}
      name={name}
      off={revokedAt !== null}
      tags={[
        revokedAt === null
          ? { text: t(`attendance.stations.direction.${direction}`), tone: 'good' }
          : { text: t('attendance.stations.revoked') },
        ...(pending > 0
          ? [{ text: t('attendance.stations.pending', { count: pending }), tone: 'warning' as const }]
          : []),
      ]}
      details={[
        ...(place ? [place] : []),
        lastSeenAt === null ? (
          t('attendance.stations.neverSeen')
        ) : (
          <>
            {t('attendance.stations.lastSeen')} <TimeAgo at={lastSeenAt} />
          </>
        ),
        t('attendance.stations.delivered', { count: delivered }),
        <>
          {t('attendance.stations.registered', { name: personName(registeredBy) })} <TimeAgo at={registeredAt} />
        </>,
      ]}
    >
      {revokedAt === null && (
        <>
          <IconButton svg={Pencil} label={t('action.editNamed', { name })} onClick={onEdit} />
          <IconButton svg={Prohibit} label={t('attendance.stations.revokeNamed', { name })} onClick={onRevoke} />
        </>
      )}
    </EntryRow>
  )
}

function RevokeDialog({ station: { stationId, name, pending }, onClose }: { station: Station; onClose: () => void }) {
  const t = useTexts()
  const revoke = useChange(attendanceStation.revoke, { done: t('attendance.stations.revokedNow', { name }) })
  return (
    <ConfirmDialog
      question={t('attendance.stations.question', { name })}
      hint={t(pending > 0 ? 'attendance.stations.questionPending' : 'attendance.stations.questionHint')}
      action={t('attendance.stations.revoke')}
      onClose={onClose}
      change={() => revoke.mutateAsync({ stationId })}
    />
  )
}
