import './desktop.css'
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type MouseEvent } from 'react'
import check from '@phosphor-icons/core/regular/check.svg?raw'
import arrangeGlyph from '@phosphor-icons/core/regular/arrows-out-cardinal.svg?raw'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { GROUP_CODES, type IconGroups, type UnreadCodeCounts } from '../../../../contract/endpoints/desktop.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useObservable } from '../../core/state/use-observable.ts'
import type { DesktopSurroundings } from './desktop-surroundings.ts'
import { Greeting } from './Greeting.tsx'
import { IconGroup } from './IconGroup.tsx'
import { pictures } from './pictures.ts'
import { Recents } from './Recents.tsx'
import { useDrawnIcons } from './use-drawn-icons.ts'
import { useLater } from './use-later.ts'
import { isExternal, visibleGroups } from './visible-icons.ts'

const Arranger = lazy(() => import('./arrange/Arranger.tsx'))

/** From so many icons on a group's are laid out only where somebody looks. */
const MANY = 80

/** What the desktop shows once it has icons. Without surroundings they cannot be arranged, and none is recent. */
export function Groups({
  name,
  icons,
  unread,
  language,
  pathOf,
  surroundings,
}: {
  name: string
  icons: IconGroups
  unread: UnreadCodeCounts
  language: Language
  pathOf: (code: string, deployPath: string) => string
  surroundings?: DesktopSurroundings
}) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const grid = useRef<HTMLDivElement>(null)
  const [arranging, setArranging] = useState(false)
  /** How the icons stand while one is dragged, and until the desktop itself has the new order. */
  const [draft, setDraft] = useState<{ base: IconGroups; groups: IconGroups } | null>(null)
  const visible = useMemo(() => visibleGroups(icons), [icons])
  const arranged = draft?.base === visible ? draft.groups : visible
  const groups = useMemo(() => (arranging ? everyGroup(arranged) : arranged), [arranging, arranged])
  const total = visible.reduce((sum, { iconVMs }) => sum + iconVMs.length, 0)
  const drawn = useDrawnIcons(total)
  const mayArrange = surroundings?.person.userType === 2 || surroundings?.person.userType === 4
  const ready = useLater(mayArrange && total > 0)
  const onLeave = surroundings?.onLeave

  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
      const { appCode, recentCode } = currentTarget.dataset
      const icon = visible.flatMap(({ iconVMs }) => iconVMs).find(({ code }) => code === (appCode ?? recentCode))
      if (icon && isExternal(icon)) {
        onLeave?.(icon)
        return
      }
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      event.preventDefault()
      void navigate(currentTarget.pathname)
    },
    [visible, onLeave, navigate],
  )

  const theme = surroundings?.theme ?? null
  const pictured = useObservable(pictures)
  const shared = { counts: unread, language, theme, pictured, pathOf, follow, t, newWindow: t('opensNewWindow') }
  const before = countsBefore(groups)
  return (
    <div className="d-desktop" data-arranging={arranging || undefined}>
      <div className="d-top">
        <Greeting name={name} language={language} />
        {surroundings?.beside}
        {mayArrange && total > 0 && (
          <IconButton
            className="d-arrange"
            label={t(arranging ? 'arrangeDone' : 'arrange')}
            svg={arranging ? check : arrangeGlyph}
            data-on={arranging || undefined}
            onClick={() => setArranging(!arranging)}
          />
        )}
      </div>
      {surroundings && (
        <Recents
          groups={visible}
          platform={surroundings.mobile ? 'mobile' : 'pc'}
          userId={surroundings.person.userId}
          {...shared}
        />
      )}
      {total === 0 && <EmptyState title={t('noIcons')} hint={t('noIconsHint')} />}
      {surroundings && (ready || arranging) && (
        <Suspense fallback={null}>
          <Arranger
            grid={grid}
            visible={visible}
            shown={arranged}
            arranging={arranging}
            language={language}
            counts={unread}
            surroundings={surroundings}
            onDraft={(after) => setDraft(after && { base: visible, groups: after })}
            onDone={() => setArranging(false)}
          />
        </Suspense>
      )}
      <div className="d-groups" ref={grid}>
        {groups.map(({ code, iconVMs }, at) => (
          <IconGroup
            key={code}
            code={code}
            icons={iconVMs}
            limit={Math.max(0, drawn - (before[at] ?? 0))}
            width={visible.find((group) => group.code === code)?.iconVMs.length ?? 0}
            many={total > MANY}
            {...shared}
          />
        ))}
      </div>
    </div>
  )
}

/** How many icons stand before each group. */
function countsBefore(groups: IconGroups): number[] {
  return groups.reduce<number[]>((sums, { iconVMs }) => [...sums, (sums.at(-1) ?? 0) + iconVMs.length], [0])
}

/** All groups, so that there is somewhere to put an icon in one that has none. */
function everyGroup(groups: IconGroups): IconGroups {
  return GROUP_CODES.map((code) => groups.find((group) => group.code === code) ?? { code, iconVMs: [] })
}
