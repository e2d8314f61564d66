import { memo } from 'react'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { toneOf, type DayLook } from '../day-look.ts'
import { LOOK_GLYPHS } from '../StatusBadge.tsx'
import { useTexts } from '../portal-context.ts'

/** One person's day in the month of a group: an icon, and text for tooltip and screen readers. */
export const MatrixCell = memo(function MatrixCell({
  look,
  late,
  early,
}: {
  look: DayLook
  late: number
  early: number
}) {
  const t = useTexts()
  const words = [
    t(`look.${look}`),
    late > 0 && t('day.late', { count: late }),
    early > 0 && t('day.early', { count: early }),
  ]
  const said = words.filter((word) => word !== false).join(t('comma'))
  return (
    <td data-look={look} data-tone={toneOf(look)} title={said}>
      {look !== 'off' && look !== 'future' && <Icon svg={LOOK_GLYPHS[look]} size={18} />}
      <span className="visually-hidden">{said}</span>
    </td>
  )
})
