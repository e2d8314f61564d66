import SignIn from '@phosphor-icons/core/regular/sign-in.svg?react'
import SignOut from '@phosphor-icons/core/regular/sign-out.svg?react'
import { renewShown } from '../../../src/app/core/query/renew.ts'
import { queryClient } from '../../../src/app/core/query/query-client.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import type { ClockDirection } from '../../../src/app/micro-apps/micro-app.ts'
import { personName } from '../../../src/app/micro-apps/names.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { formatTime } from '../../../src/app/ui/format/calendar.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useGroups, usePortal, useTexts } from '../portal-context.ts'

/** Clocks the user in or out by face, where the school allows that in the portal. */
export function ClockInCard() {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const { faceClockIn, timeZone } = useGroups()
  if (!faceClockIn) return null

  const clock = async (direction: ClockDirection) => {
    try {
      const event = await portal.face.clockIn(direction)
      if (!event) return
      const { at, status, minutes } = event
      const said = t(`clockIn.${event.direction}`, {
        name: personName(event, language),
        time: formatTime(at, timeZone, language),
      })
      const judged = status === 'late' || status === 'early' ? t(`clockIn.${status}`, { minutes }) : ''
      portal.notify(judged ? 'warning' : 'success', said + judged)
      await renewShown(queryClient)
    } catch (error) {
      portal.notify('error', failureText(error))
    }
  }

  return (
    <Card title={t('clockIn.title')}>
      <p className="k-soft">{t('clockIn.hint')}</p>
      <div className="k-buttons">
        <Button kind="primary" icon={SignIn} needsNetwork onClick={() => void clock('in')}>
          {t('clockIn.doIn')}
        </Button>
        <Button icon={SignOut} needsNetwork onClick={() => void clock('out')}>
          {t('clockIn.doOut')}
        </Button>
      </div>
    </Card>
  )
}
