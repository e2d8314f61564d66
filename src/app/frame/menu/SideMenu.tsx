import CaretDown from '@phosphor-icons/core/regular/caret-down.svg?react'
import Pin from '@phosphor-icons/core/regular/push-pin.svg?react'
import Sidebar from '@phosphor-icons/core/regular/sidebar-simple.svg?react'
import { use, useCallback, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupCode, Icon as AppIcon } from '../../../../contract/endpoints/desktop/desktop.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon as Glyph } from '../../ui/icons/Icon.tsx'
import './side-menu.css'
import { iconName } from '../../features/desktop/visible-icons.ts'
import { Folder, MenuContext, MenuLink, MenuPages } from './MenuIcons.tsx'
import { holds, type MenuContent } from './menu-content.ts'
import { nextByArrow } from './next-by-arrow.ts'

/**
 * The application menu at the left: pictures only, and with names while hovered, focused or expanded. Locked open, it is beside the page; the device
 * stores that.
 */
export default function SideMenu({
  content,
  isLocked,
  onLock,
}: {
  content: MenuContent
  isLocked: boolean
  onLock: (locked: boolean) => void
}) {
  const { t } = useTranslation('shell')
  const { current } = use(MenuContext)
  const area = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [openGroup, setOpenGroup] = useState<GroupCode | null>(() => groupOf(content, current))
  const expanded = isLocked || isOpen
  const isOutside = useCallback(() => !area.current?.contains(document.activeElement), [])

  const lock = () => {
    onLock(!isLocked)
    // The mouse or the focus is still in it.
    setOpen(true)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && area.current?.contains(relatedTarget))) setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    if (key === 'Escape') {
      event.preventDefault()
      const head = area.current?.querySelector<HTMLElement>('.n-item[aria-expanded=true]')
      if (head && openGroup !== null) head.focus()
      else setOpen(false)
      setOpenGroup(null)
      return
    }
    const isHead = target.hasAttribute('aria-expanded') && target.dataset['group'] !== undefined
    if (isHead && (key === 'ArrowRight' || key === 'ArrowLeft')) {
      event.preventDefault()
      const group =
        content.kind === 'grouped' ? content.groups.find(({ code }) => code === target.dataset['group']) : null
      setOpenGroup(key === 'ArrowRight' ? (group?.code ?? null) : null)
      return
    }
    const items = Array.from(area.current?.querySelectorAll<HTMLElement>('.n-item') ?? [])
    // All items are in one column.
    const spots = items.map((_, at) => ({ left: 0, top: at * 44 }))
    const next =
      key.startsWith('Arrow') && !/Up|Down/.test(key) ? undefined : nextByArrow(spots, items.indexOf(target), key)
    if (next === undefined) return
    event.preventDefault()
    items[next]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the links and buttons within
    <nav
      className="n-side__menu"
      data-expanded={expanded || undefined}
      data-locked={isLocked || undefined}
      aria-label={t('menu.label')}
      ref={area}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        // A press on the expand button would find the menu expanded by its own focus.
        if (target.matches(':focus-visible')) setOpen(true)
      }}
      onBlur={onBlur}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && isOutside() && setOpen(false)}
    >
      <div className="n-side__entries">
        {content.kind === 'flat' ? (
          <ul className="n-list">
            {content.icons.map((icon) => (
              <SideItem key={icon.code} icon={icon} size={28} />
            ))}
          </ul>
        ) : (
          content.groups.map(({ code, iconVMs }) => (
            <div key={code} role="group" aria-label={t(`groups.${code}`)}>
              <button
                type="button"
                className="n-item n-item--group"
                data-group={code}
                aria-label={t(`groups.${code}`)}
                title={t(`groups.${code}`)}
                aria-expanded={expanded && openGroup === code}
                onClick={() => {
                  setOpenGroup(openGroup === code && expanded ? null : code)
                  setOpen(true)
                }}
              >
                <Folder icons={iconVMs} />
                <span className="n-name">{t(`groups.${code}`)}</span>
                <Glyph svg={CaretDown} size={14} />
              </button>
              {expanded && openGroup === code && (
                <ul className="n-list n-list--inner">
                  {iconVMs.map((icon) => (
                    <SideItem key={icon.code} icon={icon} size={24} />
                  ))}
                </ul>
              )}
            </div>
          ))
        )}
      </div>
      <div className="n-side__foot">
        <IconButton
          label={t('menu.expand')}
          svg={Sidebar}
          aria-expanded={expanded}
          // A locked menu cannot be collapsed.
          disabled={isLocked}
          onClick={() => setOpen(!isOpen)}
        />
        {expanded && <IconButton label={t('menu.lock')} svg={Pin} aria-pressed={isLocked} onClick={lock} />}
      </div>
    </nav>
  )
}

/** An application with its pages while it is open, or a folder with its applications. */
function SideItem({ icon, size }: { icon: AppIcon; size: number }) {
  const { language } = use(MenuContext)
  const { code, iconVMs } = icon
  if (!iconVMs)
    return (
      <li>
        <MenuLink icon={icon} className="n-item" size={size} />
        <MenuPages icon={icon} />
      </li>
    )
  return (
    <li>
      <p className="n-title n-name" id={`n-folder-${code}`}>
        {iconName(icon, language)}
      </p>
      <ul className="n-list n-list--folder" aria-labelledby={`n-folder-${code}`}>
        {iconVMs.map((inside) => (
          <SideItem key={inside.code} icon={inside} size={24} />
        ))}
      </ul>
    </li>
  )
}

/** The group that holds an application, else the first. */
function groupOf(content: MenuContent, code: string | null): GroupCode | null {
  if (content.kind === 'flat') return null
  const found = content.groups.find(({ iconVMs }) => holds(iconVMs, code))
  return (found ?? content.groups[0])?.code ?? null
}
