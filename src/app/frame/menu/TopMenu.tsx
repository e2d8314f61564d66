import './menu.css'
import Squares from '@phosphor-icons/core/regular/dots-nine.svg?react'
import { useRef, useState, type KeyboardEvent, use } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../../contract/envelope.ts'
import { iconName } from '../../features/desktop/visible-icons.ts'
import { Icon as Glyph } from '../../ui/icons/Icon.tsx'
import { Popup } from '../../ui/dialog/Popup.tsx'
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
  const [active, setActive] = useState(0)
  const entries = topEntries(content, Math.min(availableWidth, maxWidth))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const list = target.closest('.n-panel') ?? bar.current
    const items = Array.from(list?.querySelectorAll<HTMLElement>(list === bar.current ? '.n-cell' : '.n-icon') ?? [])
    const opened = key === 'ArrowDown' && target instanceof HTMLButtonElement ? target.popoverTargetElement : null
    const next = opened ? undefined : nextByArrow(items.map(spotOf), items.indexOf(target), key)
    if (!opened && next === undefined) return
    event.preventDefault()
    if (next !== undefined) items[next]?.focus()
    if (opened instanceof HTMLElement) {
      opened.togglePopover(true)
      // Once it is rendered.
      requestAnimationFrame(() => opened.querySelector<HTMLElement>('a')?.focus())
    }
  }

  if (entries.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the links and buttons within
    <nav className="n-top" aria-label={t('menu.label')} ref={bar} onKeyDown={onKeyDown}>
      <ul className="n-cells" style={{ maxWidth }}>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus of the link or button within
          <li key={entry.key} onFocus={() => setActive(index)}>
            {/* One tab stop; arrows move within the menu. */}
            <TopCell entry={entry} tabIndex={index === Math.min(active, entries.length - 1) ? 0 : -1} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function spotOf(element: HTMLElement): { left: number; top: number } {
  const { left, top } = element.getBoundingClientRect()
  return { left, top }
}

type Opening = Exclude<TopEntry, { kind: 'link' }>

/** What an entry of the top menu opens. */
function contentOf(entry: Opening): MenuContent {
  switch (entry.kind) {
    case 'rest':
      return entry.content
    case 'folder':
      return { kind: 'flat', icons: entry.icons }
    case 'group':
      return { kind: 'grouped', groups: [{ code: entry.code, iconVMs: [...entry.icons] }] }
  }
}

/** Applications, with group names for staff. */
function MenuPanel({ content, onFollowed }: { content: MenuContent; onFollowed: () => void }) {
  const { t } = useTranslation('shell')
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it only hears that one of its links was followed, by whatever means
    <div
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) onFollowed()
      }}
    >
      {content.kind === 'grouped' ? (
        content.groups.map(({ code, iconVMs }) => (
          <div key={code} role="group" aria-label={t(`groups.${code}`)}>
            <p className="n-title" aria-hidden="true">
              {t(`groups.${code}`)}
            </p>
            <MenuIcons icons={iconVMs} />
          </div>
        ))
      ) : (
        <MenuIcons icons={content.icons} />
      )}
    </div>
  )
}

function TopCell({ entry, tabIndex }: { entry: TopEntry; tabIndex: number }) {
  const { t } = useTranslation('shell')
  const { current, language } = use(MenuContext)
  if (entry.kind === 'link') return <MenuLink icon={entry.icon} className="n-cell" size={28} tabIndex={tabIndex} />
  const icons = entry.kind === 'rest' ? null : entry.icons
  const { name, whole } = namesOf(entry, t, language)
  return (
    <Popup
      className="n-cell"
      aria-label={whole}
      title={whole}
      aria-current={icons && holds(icons, current) ? 'true' : undefined}
      tabIndex={tabIndex}
      panelClass="n-panel"
      align="middle"
      renderPanel={(close) => <MenuPanel content={contentOf(entry)} onFollowed={close} />}
    >
      {icons ? (
        <Folder icons={icons} />
      ) : (
        <span className="n-glyph">
          <Glyph svg={Squares} size={26} />
        </span>
      )}
      <span className="n-name">{name}</span>
    </Popup>
  )
}

function namesOf(entry: Opening, t: TFunction<'shell'>, language: Language): { name: string; whole: string } {
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
