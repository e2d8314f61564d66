import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { DAY_GROUPS, toneOf, type DayGroup, type DayLook } from '../day-look.ts'
import { LOOK_GLYPHS } from '../StatusBadge.tsx'
import { useTexts } from '../portal-context.ts'

/** The icon of each group. */
const LOOKS: Readonly<Record<DayGroup, DayLook>> = {
  missing: 'absent',
  late: 'late',
  early: 'early',
  incomplete: 'missing_out',
  present: 'on_time',
  rest: 'expected',
}

/** The counts of a day; pressing one filters the list. */
export function DayFilter({
  counts,
  all,
  chosen,
  onChoose,
}: {
  counts: Readonly<Record<DayGroup, number>>
  all: number
  chosen: DayGroup | null
  onChoose: (group: DayGroup | null) => void
}) {
  const t = useTexts()
  return (
    <div className="at-filter" role="group" aria-label={t('filter.label')}>
      <button type="button" className="at-chip" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('filter.all')} <b>{all}</b>
      </button>
      {DAY_GROUPS.filter((group) => counts[group] > 0).map((group) => (
        <button
          key={group}
          type="button"
          className="at-chip"
          data-tone={toneOf(LOOKS[group])}
          aria-pressed={chosen === group}
          onClick={() => onChoose(chosen === group ? null : group)}
        >
          <Icon svg={LOOK_GLYPHS[LOOKS[group]]} size={16} />
          {t(`filter.${group}`)} <b>{counts[group]}</b>
        </button>
      ))}
    </div>
  )
}
