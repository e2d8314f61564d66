import { useOnline } from '../../core/connectivity/use-online.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import './overview.css'
import Arrow from '@phosphor-icons/core/regular/arrow-square-out.svg?react'
import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import Caret from '@phosphor-icons/core/regular/caret-right.svg?react'
import Check from '@phosphor-icons/core/regular/check.svg?react'
import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import { textFor } from '../../../../contract/envelope.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useRef, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isPagePath } from '../../../../contract/pages.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages.ts'
import type { FamilyOverview as Overview } from '../../../../contract/endpoints/family.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { DesktopCard } from '../../ui/layout/DesktopCard.tsx'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { notify } from '../../core/notices/notices.ts'
import { classIn, gradeIn } from './family-store.ts'
import type { AskedAnswer } from '../../../../contract/endpoints/answers.ts'
import { answerItem } from '../../core/answers/answer-item.ts'
import { putBack, takeOff } from './overview-query.ts'
import { overviewChild, useOverview } from './use-family.ts'
import { QueryContent } from '../../ui/feedback/QueryContent.tsx'

export default function FamilyOverview({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('family')
  const { t: common } = useTranslation('common')
  const query = useOverview()

  return (
    <Dialog
      open
      title={t('overview.open')}
      width="960px"
      onClose={onClose}
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      <QueryContent query={query} lines={8} text={(key) => t(`overview.${key}`)} empty={NoData}>
        {(value) => <Waiting value={value} onClose={onClose} />}
      </QueryContent>
    </Dialog>
  )
}

function Waiting({ value: { children, total, messages, todos }, onClose }: { value: Overview; onClose: () => void }) {
  const { t } = useTranslation('family')
  const online = useOnline()
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [only, setOnly] = useState<string | null>(overviewChild.current)
  const [todosFirst] = useState(overviewChild.current !== null)
  const child = children.find(({ id }) => id === only) ?? null

  const finish = async (item: OverviewItem, quietly: boolean) => {
    try {
      await takeOff(item)
      if (quietly) return
      // The row with the focus is gone.
      place.current?.focus()
      notify('success', t(item.kind === 'message' ? 'overview.readDone' : 'overview.ignoreDone'), {
        action: { label: t('overview.undo'), run: () => void putBack(item).catch(reportFailure) },
      })
    } catch (error) {
      reportFailure(error)
    }
  }

  const answer = async (item: OverviewItem) => {
    const { asks } = item
    if (!asks) return
    const { kind, id, text: title } = item
    // The row with the focus is gone.
    if (await answerItem({ kind, id, title, text: asks.text, asks: asks.answer })) place.current?.focus()
  }

  const isShown = ({ childIds }: { childIds: readonly string[] }) => child === null || childIds.includes(child.id)
  const ofMessages = { kind: 'message', all: messages, count: child?.message ?? total.message } as const
  const ofTodos = { kind: 'todo', all: todos, count: child?.todo ?? total.todo } as const
  // Who comes from a child's to-dos sees these first.
  const lists = todosFirst ? [ofTodos, ofMessages] : [ofMessages, ofTodos]
  return (
    <div className="k-stack k-focus-target" ref={place} tabIndex={-1}>
      <ChildFilter items={children} total={total} chosen={child?.id ?? null} onChoose={setOnly} />
      {!online && <p className="k-soft">{t('overview.offline')}</p>}
      {total.message + total.todo === 0 ? (
        <NoData type="dashboard" title={t('overview.none')} hint={t('overview.noneHint')} />
      ) : (
        <div className="fam-overview__lists">
          {lists.map(({ kind, all, count }) => (
            <OverviewList
              key={kind}
              kind={kind}
              items={all.filter(isShown).map(toItem)}
              count={count}
              names={new Map(children.map((one) => [one.id, personName(one, language)]))}
              onAnswer={(item) => void answer(item)}
              onFinish={(item, quietly) => void finish(item, quietly)}
              onLeave={onClose}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function toItem(one: Overview['messages'][number] | Overview['todos'][number]): OverviewItem {
  const { id, url, childIds } = one
  return 'title' in one
    ? { kind: 'todo', id, url, childIds, text: one.title, at: one.createTime, importance: null, asks: one.asks }
    : {
        kind: 'message',
        id,
        url,
        childIds,
        text: one.messageMeno,
        at: one.messageDate,
        importance: one.importance,
        asks: one.mayReply ? { answer: 'reply', text: '' } : undefined,
      }
}

interface OverviewItem {
  readonly kind: 'message' | 'todo'
  readonly id: string
  readonly text: string
  readonly at: string
  readonly url: string | null
  readonly childIds: readonly string[]
  /** 1 lowest to 5 highest; messages only. */
  readonly importance: number | null
  readonly asks: { readonly answer: AskedAnswer; readonly text: string } | undefined
}

function OverviewList({
  kind,
  items,
  count,
  names,
  onAnswer,
  onFinish,
  onLeave,
}: {
  kind: OverviewItem['kind']
  items: readonly OverviewItem[]
  count: number
  names: ReadonlyMap<string, string>
  onAnswer: (item: OverviewItem) => void
  /** Marks a message as read, or ignores a to-do; `quietly`: without a notice. */
  onFinish: (item: OverviewItem, quietly: boolean) => void
  onLeave: () => void
}) {
  const { t } = useTranslation('family')
  const ofMessages = kind === 'message'
  return (
    <DesktopCard
      title={t(ofMessages ? 'overview.messages' : 'overview.todos')}
      icon={ofMessages ? Bell : ListChecks}
      count={String(count)}
      titleAs="h3"
    >
      {items.length === 0 && <p className="k-soft">{t(ofMessages ? 'overview.noMessages' : 'overview.noTodos')}</p>}
      <ul>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            about={item.childIds.flatMap((id) => names.get(id) ?? [])}
            onAnswer={() => onAnswer(item)}
            onFinish={(quietly) => onFinish(item, quietly)}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {count > items.length && items.length > 0 && (
        <p className="k-soft">{t('overview.shown', { shown: items.length, count })}</p>
      )}
    </DesktopCard>
  )
}

function Row({
  item: { kind, text: given, at, url, importance, asks },
  about,
  onAnswer,
  onFinish,
  onLeave,
}: {
  item: OverviewItem
  about: readonly string[]
  onAnswer: () => void
  onFinish: (quietly: boolean) => void
  onLeave: () => void
}) {
  const online = useOnline()
  const { t } = useTranslation('family')
  const navigate = useNavigate()
  const text = textFor(useLanguage(), given)
  const isExternal = url !== null && /^https?:/i.test(url)
  const level = LEVELS.find((one) => one === importance)

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // An opened message is read; a to-do is done elsewhere.
    if (kind === 'message') onFinish(true)
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
    const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
    if (isExternal || !isPlain || !isPagePath(currentTarget.pathname)) return
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
            <span key={name} className="k-tag fam-tag" aria-hidden="true">
              {name}
            </span>
          ))}
          {level && level > NOTABLE && <strong className="fam-row__level">{t(`overview.importance.${level}`)}</strong>}
          <TimeAgo at={at} />
        </p>
        <p className="fam-row__text">{text}</p>
        {asks && (
          <Button
            className="fam-row__answer"
            aria-label={t(`overview.${asks.answer}Of`, { text })}
            disabled={!online}
            onClick={onAnswer}
          >
            {t(`overview.${asks.answer}`)}
          </Button>
        )}
        {url !== null && (
          <a
            className="fam-row__link"
            href={url}
            {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
            aria-label={`${t(isExternal ? 'overview.viewNew' : 'overview.view')}: ${text}`}
            onClick={follow}
          >
            {t(isExternal ? 'overview.viewNew' : 'overview.view')}
            <Icon svg={isExternal ? Arrow : Caret} size={16} />
          </a>
        )}
      </div>
      <IconButton
        label={t(kind === 'message' ? 'overview.readOf' : 'overview.ignoreOf', { text })}
        title={t(kind === 'message' ? 'overview.read' : 'overview.ignore')}
        svg={kind === 'message' ? Check : X}
        disabled={!online}
        onClick={() => onFinish(false)}
      />
    </li>
  )
}

const LEVELS = [1, 2, 3, 4, 5] as const
/** From here on a message shows its importance. */
const NOTABLE = 3

function ChildFilter({
  items,
  total,
  chosen,
  onChoose,
}: {
  items: Overview['children']
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
            {personName(child, language)}
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
