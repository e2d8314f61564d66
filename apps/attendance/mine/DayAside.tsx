import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PersonDay } from '../../../contract/endpoints/attendance.ts'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { formatDay } from '../dates.ts'
import { routePath, type AppRoute } from '../app-route.ts'
import { useLanguage } from '../portal-context.ts'
import { useKeptFocus } from '../use-kept-focus.ts'
import { useMedia, WIDE } from '../use-media.ts'
import { DayDetails } from './DayDetails.tsx'

/** The details of a day: beside the month where there is room, else over it, once opened. */
export function DayAside({
  day,
  opened,
  timeZone,
  closed,
  onAsk,
  onChanged,
}: {
  day: PersonDay | null
  opened: boolean
  timeZone: string
  closed: AppRoute
  onAsk: ((day: PersonDay) => void) | null
  onChanged: () => void
}) {
  const language = useLanguage()
  const isWide = useMedia(WIDE)
  const aside = useRef<HTMLElement>(null)
  useKeptFocus(aside)
  const navigate = useNavigate()
  const close = () => void navigate(routePath(closed), { replace: true })
  if (isWide) {
    return (
      day && (
        <section ref={aside} className="at-card at-card--padded" aria-labelledby="at-day-title">
          <h2 id="at-day-title" tabIndex={-1}>
            {formatDay(day.date, language)}
          </h2>
          <DayDetails day={day} timeZone={timeZone} onAsk={onAsk && (() => onAsk(day))} onChanged={onChanged} />
        </section>
      )
    )
  }
  return (
    <Dialog
      open={opened && day !== null}
      title={day ? formatDay(day.date, language) : ''}
      width={NARROW_DIALOG}
      backdrop
      onClose={close}
    >
      {day && (
        <DayDetails
          day={day}
          timeZone={timeZone}
          onChanged={onChanged}
          onAsk={
            onAsk &&
            (() => {
              close()
              onAsk(day)
            })
          }
        />
      )}
    </Dialog>
  )
}
