import './menu.css'
import Squares from '@phosphor-icons/core/regular/dots-nine.svg?react'
import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, use } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../../contract/envelope.ts'
import { iconName } from '../../features/desktop/visible-icons.ts'
import { Icon as Glyph } from '../../ui/icons/Icon.tsx'
import { useDismiss } from '../use-dismiss.ts'
import { holds, type MenuContent, topEntries, type TopEntry } from './menu-content.ts'
import { nextByArrow } from './next-by-arrow.ts'
import { MenuIcons, MenuContext, Folder, MenuLink } from './MenuIcons.tsx'

/** The application menu in the header: at most ten entries, the last of which opens the rest; one button for all in a narrow header. */
export function TopMenu({
  content,
  availableWidth,
  maxWidth,
}: {
  content: MenuContent
  availableWidth: number
  maxWidth: number
}) {
  const { t } = useTranslation('shell')
  const bar = useRef<HTMLElement>(null)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const entries = topEntries(content, Math.min(availableWidth, maxWidth))
  const open = entries.find((entry) => entry.kind !== 'link' && entry.key === openKey)

  const dismiss = useCallback((escaped: boolean) => {
    if (escaped) bar.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setOpenKey(null)
  }, [])
  useDismiss(bar, open !== undefined, dismiss)
  useLayoutEffect(() => {
    if (openKey !== null) placePanel(bar.current)
  }, [openKey])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const list = target.closest('.n-panel') ?? bar.current
    const items = Array.from(list?.querySelectorAll<HTMLElement>(list === bar.current ? '.n-cell' : '.n-icon') ?? [])
    const opens = list === bar.current && key === 'ArrowDown' && target.hasAttribute('aria-expanded')
    const next = opens ? undefined : nextByArrow(items.map(spotOf), items.indexOf(target), key)
    if (!opens && next === undefined) return
    event.preventDefault()
    if (next !== undefined) items[next]?.focus()
    if (opens) {
      setOpenKey(target.dataset['entry'] ?? null)
      // Once it is rendered.
      requestAnimationFrame(() => bar.current?.querySelector<HTMLElement>('.n-panel a')?.focus())
    }
  }

  if (entries.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the links and buttons within
    <nav className="n-top" aria-label={t('menu.label')} ref={bar} onKeyDown={onKeyDown}>
      <ul className="n-cells" style={{ maxWidth }}>
        {entries.map((entry, index) => (
          <li key={entry.key}>
            <TopCell
              entry={entry}
              open={entry.key === openKey}
              // One tab stop; arrows move within the menu.
              tabIndex={index === Math.min(active, entries.length - 1) ? 0 : -1}
              onFocus={() => setActive(index)}
              onToggle={() => setOpenKey(entry.key === openKey ? null : entry.key)}
            />
          </li>
        ))}
      </ul>
      {open && open.kind !== 'link' && <MenuPanel entry={open} onFollowed={() => setOpenKey(null)} />}
    </nav>
  )
}

function spotOf(element: HTMLElement): { left: number; top: number } {
  const { left, top } = element.getBoundingClientRect()
  return { left, top }
}

/** Places the open panel under its entry, within the window. */
function placePanel(bar: HTMLElement | null): void {
  const panel = bar?.querySelector<HTMLElement>('.n-panel')
  const cell = bar?.querySelector('[aria-expanded=true]')
  if (!panel || !cell) return
  const { left, width } = cell.getBoundingClientRect()
  const most = document.documentElement.clientWidth - panel.offsetWidth - 8
  panel.style.left = `${Math.max(8, Math.min(most, left + width / 2 - panel.offsetWidth / 2))}px`
}

/** The panel of an entry of the top menu: its applications, with group names for several groups. */
function MenuPanel({ entry, onFollowed }: { entry: Exclude<TopEntry, { kind: 'link' }>; onFollowed: () => void }) {
  const { t } = useTranslation('shell')
  const groups =
    entry.kind === 'group'
      ? [{ code: entry.code, iconVMs: entry.icons }]
      : entry.kind === 'rest' && entry.content.kind === 'grouped'
        ? entry.content.groups
        : null
  const icons =
    entry.kind === 'folder'
      ? entry.icons
      : entry.kind === 'rest' && entry.content.kind === 'flat' && entry.content.icons
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it only hears that one of its links was followed, by whatever means
    <div
      className="k-raised n-panel"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) onFollowed()
      }}
    >
      {groups
        ? groups.map(({ code, iconVMs }) => (
            <div key={code} role="group" aria-label={t(`groups.${code}`)}>
              <p className="n-title" aria-hidden="true">
                {t(`groups.${code}`)}
              </p>
              <MenuIcons icons={iconVMs} />
            </div>
          ))
        : icons && <MenuIcons icons={icons} />}
    </div>
  )
}

function TopCell({
  entry,
  open,
  tabIndex,
  onFocus,
  onToggle,
}: {
  entry: TopEntry
  open: boolean
  tabIndex: number
  onFocus: () => void
  onToggle: () => void
}) {
  const { t } = useTranslation('shell')
  const { current, language } = use(MenuContext)
  if (entry.kind === 'link') {
    return (
      <span className="n-slot" onFocus={onFocus}>
        <MenuLink icon={entry.icon} className="n-cell" size={28} tabIndex={tabIndex} />
      </span>
    )
  }
  const icons = entry.kind === 'rest' ? null : entry.icons
  const { name, whole } = namesOf(entry, t, language)
  return (
    <button
      type="button"
      className="n-cell"
      data-entry={entry.key}
      aria-expanded={open}
      aria-label={whole}
      title={whole}
      aria-current={icons && holds(icons, current) ? 'true' : undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onToggle}
    >
      {icons ? (
        <Folder icons={icons} />
      ) : (
        <span className="n-glyph">
          <Glyph svg={Squares} size={26} />
        </span>
      )}
      <span className="n-name">{name}</span>
    </button>
  )
}

function namesOf(
  entry: Exclude<TopEntry, { kind: 'link' }>,
  t: TFunction<'shell'>,
  language: Language,
): { name: string; whole: string } {
  switch (entry.kind) {
    case 'group':
      return { name: t(`menu.groups.${entry.code}`), whole: t(`groups.${entry.code}`) }
    case 'folder':
      return { name: iconName(entry.folder, language), whole: iconName(entry.folder, language) }
    case 'rest':
      return entry.all
        ? { name: t('menu.all'), whole: t('menu.all') }
        : { name: t('header.more'), whole: t('menu.more') }
  }
}
