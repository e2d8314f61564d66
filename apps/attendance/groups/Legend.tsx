import { type DayLook } from '../day-look.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { useTexts } from '../portal-context.ts'

const LOOKS: readonly DayLook[] = ['on_time', 'late', 'early', 'late_early', 'missing_out', 'absent', 'here', 'overdue']

export function Legend() {
  const t = useTexts()
  return (
    <ul className="at-legend" aria-label={t('group.legend')}>
      {LOOKS.map((look) => (
        <li key={look}>
          <StatusBadge look={look} />
        </li>
      ))}
    </ul>
  )
}
