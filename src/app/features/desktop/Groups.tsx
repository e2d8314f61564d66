import { usePermitted } from '../../ui/layout/Permitted.tsx'
import './desktop.css'
import {
  memo,
  startTransition,
  useEffect,
  useCallback,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
} from 'react'
import Check from '@phosphor-icons/core/regular/check.svg?react'
import ArrangeIcon from '@phosphor-icons/core/regular/arrows-out-cardinal.svg?react'
import { useTranslation } from 'react-i18next'
import { isStaff } from '../../../../contract/fields.ts'
import type { SessionUser, StartData } from '../../../../contract/endpoints/sign-in/session.ts'
import { applicationPath } from '../../../../contract/pages.ts'
import type { Theme } from '../../../../contract/rules/appearance/themes.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { useWhenIdle, whenIdle } from '../../core/timing/when-idle.ts'
import {
  GROUP_CODES,
  type GroupCode,
  type Icon,
  type IconGroups,
} from '../../../../contract/endpoints/desktop/desktop.ts'
import { IconButton } from '../../ui/Button.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { useObservable } from '../../core/state/use-observable.ts'
import { Greeting } from './Greeting.tsx'
import { AppIcon, type SharedIconProps, Recents } from './AppIcon.tsx'
import { pictures } from './pictures.ts'
import { useFollowLink } from './open-signed-in.ts'
import { applicationsOf, visibleGroups } from './visible-icons.ts'
import { lateDialog, latePart, tellMissing } from '../../ui/late-part.tsx'

const FolderDialog = lateDialog(() => import('./FolderDialog.tsx'))
const Arranger = latePart(() => import('./arrange/Arranger.tsx'), null, tellMissing)

/** From this many icons on, groups outside of the viewport are not laid out. */
const MANY = 80
/** Icons drawn at once, of few and of many, and with each further step. The first layout of 48 of many took over 50 ms. */
const FIRST = 48
const FIRST_OF_MANY = 28
const STEP = 32

export function Groups({
  data: { me, icons, unread },
  user,
  mobile,
  theme,
  beside,
  today,
}: {
  data: StartData
  user: SessionUser | null
  mobile: boolean
  theme: Theme | null
  beside?: ReactNode
  /** Above the icons. */
  today?: ReactNode
}) {
  const { t } = useTranslation('shell')
  const grid = useRef<HTMLDivElement>(null)
  const [arranging, setArranging] = useState(false)
  /** The order during a drag, and until the store has the new order. */
  const [draft, setDraft] = useState<{ base: IconGroups; groups: IconGroups } | null>(null)
  const visible = useMemo(() => visibleGroups(icons), [icons])
  const arranged = draft?.base === visible ? draft.groups : visible
  const groups = useMemo(() => (arranging ? everyGroup(arranged) : arranged), [arranging, arranged])
  const total = visible.reduce((sum, { iconVMs }) => sum + iconVMs.length, 0)
  const drawn = useDrawnIcons(total)
  const holdsDrag = usePermitted('desktop_drag')
  const mayArrange = holdsDrag && isStaff(me.userType)
  const ready = useWhenIdle(mayArrange && total > 0)
  const language = useLanguage()
  const online = useOnline()
  const platform = mobile ? 'mobile' : 'pc'
  const [folder, openFolder] = useState<Icon | null>(null)

  const followLink = useFollowLink(user, platform)
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      openFolder(null)
      const { appCode, recentCode } = event.currentTarget.dataset
      const code = appCode ?? recentCode
      followLink(
        event,
        applicationsOf(visible).find((icon) => icon.code === code),
      )
    },
    [visible, followLink],
  )

  const idPath = user?.idPath ?? 'tm'
  const pathOf = useCallback(
    (code: string, deployPath: string) => applicationPath(code, deployPath, idPath, platform),
    [idPath, platform],
  )
  const pictured = useObservable(pictures)
  const shared = {
    counts: unread,
    language,
    theme,
    pictured,
    pathOf,
    follow,
    openFolder,
    t,
    newWindow: t(online ? 'opensNewWindow' : 'needsNetwork'),
  }
  const before = countsBefore(groups)
  return (
    <div className="d-desktop" data-arranging={arranging || undefined} data-offline={!online || undefined}>
      <div className="d-top">
        <Greeting name={personName(me, language)} school={me} />
        {beside}
        {mayArrange && total > 0 && (
          <IconButton
            className="d-arrange"
            data-action="arrange-icons"
            label={t(arranging ? 'arrangeDone' : 'arrange')}
            svg={arranging ? Check : ArrangeIcon}
            data-on={arranging || undefined}
            onClick={() => setArranging(!arranging)}
          />
        )}
      </div>
      {!arranging && today}
      <Recents groups={visible} platform={platform} userId={me.userId} {...shared} />
      {total === 0 && <NoData type="desktop" title={t('noIcons')} hint={t('noIconsHint')} />}
      {(ready || arranging) && (
        <Arranger
          grid={grid}
          visible={visible}
          shown={arranged}
          drawn={drawn}
          arranging={arranging}
          userId={me.userId}
          counts={unread}
          theme={theme}
          onDraft={(after) => setDraft(after && { base: visible, groups: after })}
          onDone={() => setArranging(false)}
        />
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
      {folder && <FolderDialog folder={folder} onClose={() => openFolder(null)} {...shared} />}
    </div>
  )
}

/** A titled group of icons. Memoized: a drag changes two groups of nine. */
const IconGroup = memo(function IconGroup({
  code,
  icons,
  limit,
  width,
  many,
  ...shared
}: SharedIconProps & {
  code: GroupCode
  icons: readonly Icon[]
  limit: number
  /** Width in icons; constant during a drag, so that other groups do not jump. */
  width: number
  many: boolean
}) {
  const { t } = shared
  const shown = limit < icons.length ? icons.slice(0, limit) : icons
  return (
    <section
      className="d-group"
      aria-labelledby={`group-${code}`}
      data-width={width >= ROW ? 'row' : width >= HALF_ROW ? 'half' : undefined}
      style={groupStyle(Math.max(width, columnsOf(t(`groups.${code}`))))}
    >
      <h2 className="d-group__title" id={`group-${code}`}>
        {t(`groups.${code}`)}
      </h2>
      <ul className={many ? 'd-icons d-icons--many' : 'd-icons'} data-group={code}>
        {shown.map((icon) => (
          <li key={icon.code}>
            <AppIcon icon={icon} {...shared} />
          </li>
        ))}
      </ul>
    </section>
  )
})

/** From so many icons on a group has rows of its own: in any window, and where there are fewer columns (shell.css has the widths). */
const ROW = 7
const HALF_ROW = 5
/** Pixels of a column with its gap, as in shell.css, and of a letter of a title. */
const COLUMN = 116
const LATIN = 9
const CHINESE = 16

/** The columns that a title takes, so that it stands in one line. */
function columnsOf(title: string): number {
  const width = [...title].reduce((sum, letter) => sum + (letter > '\u2e80' ? CHINESE : LATIN), 0)
  return Math.ceil(width / COLUMN)
}

/** React's type has no custom properties. */
function groupStyle(icons: number): CSSProperties & Record<'--icons', number> {
  return { '--icons': icons }
}

/** How many of `total` icons are drawn by now: a screenful at once, the rest when idle, which keeps tasks short. */
function useDrawnIcons(total: number): number {
  const [drawn, setDrawn] = useState(total > MANY ? FIRST_OF_MANY : FIRST)

  useEffect(() => {
    if (drawn >= total) return undefined
    let current = true
    void whenIdle().then(() => {
      if (current) startTransition(() => setDrawn(drawn + STEP))
    })
    return () => {
      current = false
    }
  }, [drawn, total])
  return drawn
}

/** The number of icons before each group. */
function countsBefore(groups: IconGroups): number[] {
  return groups.reduce<number[]>((sums, { iconVMs }) => [...sums, (sums.at(-1) ?? 0) + iconVMs.length], [0])
}

/** All groups, including empty ones as drop targets. */
function everyGroup(groups: IconGroups): IconGroups {
  return GROUP_CODES.map((code) => groups.find((group) => group.code === code) ?? { code, iconVMs: [] })
}
