import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuContext } from './menu-context.ts'
import { Folder } from './Folder.tsx'
import { MenuLink } from './MenuIcons.tsx'
import type { TopEntry } from './top-entries.ts'

/** One entry of the top menu. A group shows its first applications as a folder does. */
export function TopCell({
  entry,
  open,
  tabIndex,
  glyph,
  onFocus,
  onToggle,
}: {
  entry: TopEntry
  open: boolean
  tabIndex: number
  glyph: ReactNode
  onFocus: () => void
  onToggle: () => void
}) {
  const { t } = useTranslation('shell')
  const { current } = use(MenuContext)
  if (entry.kind === 'link') {
    return (
      <span className="n-slot" onFocus={onFocus}>
        <MenuLink icon={entry.icon} className="n-cell" size={28} tabIndex={tabIndex} />
      </span>
    )
  }
  const isGroup = entry.kind === 'group'
  const name = isGroup ? t(`menu.groups.${entry.code}`) : t(entry.all ? 'menu.all' : 'header.more')
  const whole = isGroup ? t(`groups.${entry.code}`) : t(entry.all ? 'menu.all' : 'menu.more')
  return (
    <button
      type="button"
      className="n-cell"
      data-entry={entry.key}
      aria-expanded={open}
      aria-label={whole}
      title={whole}
      aria-current={isGroup && entry.icons.some(({ code }) => code === current) ? 'true' : undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onToggle}
    >
      {isGroup ? <Folder icons={entry.icons} /> : <span className="n-glyph">{glyph}</span>}
      <span className="n-name">{name}</span>
    </button>
  )
}
