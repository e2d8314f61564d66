import Clock from '@phosphor-icons/core/regular/clock-user.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { endpointQuery } from '../../core/query/query-client.ts'
import { useChange } from '../../core/query/use-change.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { formatTime } from '../../ui/format/calendar.ts'
import { Card } from '../../ui/record/Card.tsx'
import { portalFace } from './face-request.ts'

/** Clocks in or out by face, as most people at this moment; nothing where the school does not allow it. */
export function ClockInByFace() {
  const { t } = useTranslation('face')
  const language = useLanguage()
  const { data } = useQuery(endpointQuery(face.asks, {}))
  const clock = useChange(() => portalFace.clockIn(), {
    done(event) {
      if (!event) return null
      const time = formatTime(event.at, documentUnit()?.timeZone, language)
      return t(`clockIn.${event.direction}`, { name: personName(event, language), time })
    },
    failed: '',
  })
  if (!data?.clockIn) return null

  return (
    <Card title={t('clockInTitle')} className="face-card">
      <p className="k-soft">{t('clockIn.hint')}</p>
      <div className="k-buttons">
        <Button icon={Clock} needsNetwork onClick={() => clock.mutate()}>
          {t('clockIn.action')}
        </Button>
      </div>
    </Card>
  )
}
