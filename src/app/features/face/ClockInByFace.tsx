import Clock from '@phosphor-icons/core/regular/clock-user.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { dateLocale } from '../../../../contract/rules/date-locale.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { endpointQuery } from '../../core/query/query-client.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { portalFace } from './face-request.ts'

/** Clocks in or out by face, as most people at this moment; nothing where the school does not allow it. */
export function ClockInByFace() {
  const { t } = useTranslation('face')
  const language = useLanguage()
  const { data } = useQuery(endpointQuery(face.asks, {}))
  if (!data?.clockIn) return null

  const clock = async () => {
    try {
      const event = await portalFace.clockIn()
      if (!event) return
      const time = new Intl.DateTimeFormat(dateLocale(language), {
        hour: '2-digit',
        minute: '2-digit',
        timeZone: documentUnit()?.timeZone,
      }).format(new Date(event.at))
      notify('success', t(`clockIn.${event.direction}`, { name: personName(event, language), time }))
    } catch (error) {
      reportFailure(error)
    }
  }

  return (
    <Card title={t('clockInTitle')} className="face-card">
      <p className="k-soft">{t('clockIn.hint')}</p>
      <div className="k-buttons">
        <Button icon={Clock} needsNetwork onClick={() => void clock()}>
          {t('clockIn.action')}
        </Button>
      </div>
    </Card>
  )
}
