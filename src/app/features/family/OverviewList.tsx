import arrow from '@phosphor-icons/core/regular/arrow-square-out.svg?raw'
import bell from '@phosphor-icons/core/regular/bell.svg?raw'
import caret from '@phosphor-icons/core/regular/caret-right.svg?raw'
import check from '@phosphor-icons/core/regular/check.svg?raw'
import listChecks from '@phosphor-icons/core/regular/list-checks.svg?raw'
import x from '@phosphor-icons/core/regular/x.svg?raw'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isPagePath } from '../../../../contract/pages.ts'
import { DesktopCard } from '../../ui/layout/DesktopCard.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'
import type { FamilyOverview } from '../../../../contract/endpoints/family.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages.ts'
import { classIn, gradeIn } from './family-store.ts'

export interface OverviewItem {
  readonly kind: 'message' | 'todo'
  readonly id: string
  readonly text: string
  readonly at: string
  readonly url: string | null
  readonly childIds: readonly string[]
  /** 1 lowest to 5 highest; messages only. */
  readonly importance: number | null
}

export function OverviewList({
  kind,
  items,
  count,
  names,
  onFinish,
  onLeave,
}: {
  kind: OverviewItem['kind']
  items: readonly OverviewItem[]
  count: number
  names: ReadonlyMap<string, string>
  /** Marks a message as read, or ignores a to-do; `quietly`: without a notice. */
  onFinish: (item: OverviewItem, quietly: boolean) => void
  onLeave: () => void
}) {
  const { t } = useTranslation('family')
  const ofMessages = kind === 'message'
  return (
    <DesktopCard
      title={t(ofMessages ? 'overview.messages' : 'overview.todos')}
      icon={ofMessages ? bell : listChecks}
      count={String(count)}
      titleAs="h3"
    >
      {items.length === 0 && <p className="fam-hint">{t(ofMessages ? 'overview.noMessages' : 'overview.noTodos')}</p>}
      <ul className="fam-rows">
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            about={item.childIds.flatMap((id) => names.get(id) ?? [])}
            onFinish={(quietly) => onFinish(item, quietly)}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {count > items.length && items.length > 0 && (
        <p className="fam-hint">{t('overview.shown', { shown: items.length, count })}</p>
      )}
    </DesktopCard>
  )
}

function Row({
  item: { kind, text, at, url, importance },
  about,
  onFinish,
  onLeave,
}: {
  item: OverviewItem
  about: readonly string[]
  onFinish: (quietly: boolean) => void
  onLeave: () => void
}) {
  const online = useOnline()
  const { t } = useTranslation('family')
  const navigate = useNavigate()
  const isElsewhere = url !== null && /^https?:/i.test(url)
  const level = LEVELS.find((one) => one === importance)

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // An opened message is read; a to-do is done elsewhere.
    if (kind === 'message') onFinish(true)
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
    const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
    if (isElsewhere || !isPlain || !isPagePath(currentTarget.pathname)) return
    event.preventDefault()
    onLeave()
    void navigate(currentTarget.pathname + currentTarget.search + currentTarget.hash)
  }

  return (
    <li className="fam-row">
      <div className="fam-row__content">
        <p className="fam-row__meta">
          <span className="visually-hidden">{t('overview.about', { names: about.join(', ') })}</span>
          {about.map((name) => (
            <span key={name} className="fam-tag" aria-hidden="true">
              {name}
            </span>
          ))}
          {level && level > NOTABLE && <strong className="fam-row__level">{t(`overview.importance.${level}`)}</strong>}
          <TimeAgo at={at} />
        </p>
        <p className="fam-row__text">{text}</p>
        {url !== null && (
          <a
            className="fam-row__link"
            href={url}
            {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}
            aria-label={`${t(isElsewhere ? 'overview.viewNew' : 'overview.view')}: ${text}`}
            onClick={follow}
          >
            {t(isElsewhere ? 'overview.viewNew' : 'overview.view')}
            <Icon svg={isElsewhere ? arrow : caret} size={16} />
          </a>
        )}
      </div>
      <IconButton
        label={t(kind === 'message' ? 'overview.readOf' : 'overview.ignoreOf', { text })}
        title={t(kind === 'message' ? 'overview.read' : 'overview.ignore')}
        svg={kind === 'message' ? check : x}
        disabled={!online}
        onClick={() => onFinish(false)}
      />
    </li>
  )
}

const LEVELS = [1, 2, 3, 4, 5] as const
/** From here on a message shows its importance. */
const NOTABLE = 3

export function ChildFilter({
  items,
  total,
  chosen,
  onChoose,
}: {
  items: FamilyOverview['children']
  total: WaitingCounts
  /** Null for all of them. */
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('family')
  return (
    <div className="fam-filter" role="group" aria-label={t('overview.children')}>
      <button type="button" className="fam-filter__one" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        <span className="fam-filter__name">{t('overview.all')}</span>
        <Counts counts={total} />
      </button>
      {items.map((child) => (
        <button
          key={child.id}
          type="button"
          className="fam-filter__one"
          aria-pressed={chosen === child.id}
          title={t('overview.filter')}
          onClick={() => onChoose(chosen === child.id ? null : child.id)}
        >
          <span className="fam-filter__name">
            {child.realName}
            <span className="fam-filter__class">
              {gradeIn(child, language)} {classIn(child, language)}
            </span>
          </span>
          <Counts counts={child} />
        </button>
      ))}
    </div>
  )
}

function Counts({ counts: { message, todo } }: { counts: WaitingCounts }) {
  const { t } = useTranslation('family')
  return <span className="fam-filter__counts">{t('overview.waiting', { messages: message, todos: todo })}</span>
}
