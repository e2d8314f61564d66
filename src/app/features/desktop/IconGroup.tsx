import { memo, type CSSProperties } from 'react'
import type { GroupCode, Icon } from '../../../../contract/endpoints/desktop.ts'
import { AppIcon, type IconSurroundings } from './AppIcon.tsx'

/** A titled group of icons. Drawn again only when its own icons change: while one is dragged, that is two groups of nine. */
export const IconGroup = memo(function IconGroup({
  code,
  icons,
  limit,
  width,
  many,
  ...surroundings
}: IconSurroundings & {
  code: GroupCode
  icons: readonly Icon[]
  /** How many are drawn by now. */
  limit: number
  /** As wide as so many icons ask for; a group keeps it while icons are dragged, or the others would jump about. */
  width: number
  many: boolean
}) {
  const { t } = surroundings
  const shown = limit < icons.length ? icons.slice(0, limit) : icons
  return (
    <section className="d-group" aria-labelledby={`group-${code}`} style={groupStyle(width)}>
      <h2 className="d-group__title" id={`group-${code}`}>
        {t(`groups.${code}`)}
      </h2>
      <ul className={many ? 'd-icons d-icons--many' : 'd-icons'} data-group={code}>
        {shown.map((icon) => (
          <li key={icon.code}>
            <AppIcon icon={icon} {...surroundings} />
          </li>
        ))}
      </ul>
    </section>
  )
})

/** React's type knows no custom properties. */
function groupStyle(icons: number): CSSProperties & Record<'--icons', number> {
  // So that small groups share a line.
  return { '--icons': Math.max(2, icons) }
}
