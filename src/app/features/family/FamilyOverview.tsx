import { useOnline } from '../../core/connectivity/use-online.ts'
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
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useNavigate } from 'react-router-dom'
import { isPagePath } from '../../../../contract/pages.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import type { FamilyOverview as Overview } from '../../../../contract/endpoints/family/family.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { DesktopCard } from '../../ui/layout/DesktopCard.tsx'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { fullClassIn } from './family-store.ts'
import type { AskedAnswer } from '../../../../contract/endpoints/messages/answers.ts'
import { answerItem, takeOffItem } from '../../core/answers/answer-item.ts'
import type { HomeChild } from '../../core/family/home-child.ts'
import { schoolAddress, schoolName } from '../../core/family/linked-schools.ts'
import { AsOf } from '../../ui/feedback/AsOf.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { chooseChild } from './choose-child.ts'
import { totalOf, useHomeParts, type HomePart } from './home-children.ts'
import { overviewQuery } from './overview-query.ts'
import { overviewChild } from './use-family.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useKitTexts } from '../../ui/use-kit-texts.ts'

type Me = Pick<SessionUser, 'userId' | 'userType'>

export default function FamilyOverview({ user, onClose }: { user: Me; onClose: () => void }) {
  const { t } = useTranslation('family')
  const { t: common } = useTranslation('common')
  const { parts, chosen } = useHomeParts(user)
  const query = useQuery(overviewQuery)

  return (
    <Dialog
      title={t('overview.open')}
      width="960px"
      onClose={onClose}
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      <Loaded query={query} text={{ offline: t('overview.offline') }}>
        {() => <OpenItems user={user} parts={parts} chosen={overviewChild.current ?? chosen} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

/** One of a child's items or children, with the school that it is of; null for the own one. */
type WithSchool<T> = T & { readonly school: LinkedSchool | null }

function OpenItems({
  user,
  parts,
  chosen,
  onClose,
}: {
  user: Me
  parts: readonly HomePart[]
  chosen: HomeChild | null
  onClose: () => void
}) {
  const { t } = useTranslation('family')
  const { t: kit, language } = useKitTexts()
  const online = useOnline()
  const place = useRef<HTMLDivElement>(null)
  const [only, setOnly] = useState(chosen)
  const [todosFirst] = useState(overviewChild.current !== null)
  const all = <T,>(read: (overview: Overview) => readonly T[]) =>
    parts.flatMap(({ school, overview }) =>
      overview ? read(overview).map((one): WithSchool<T> => ({ ...one, school })) : [],
    )
  const children = all(({ children: those }) => those)
  const newest = <T extends { at: string }>(items: readonly T[]) =>
    items.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const messages = newest(all((one) => one.messages).map(toItem))
  const todos = newest(all((one) => one.todos).map(toItem))
  const total = totalOf(parts)
  const child =
    children.find(({ id, school }) => id === only?.id && (school?.userId ?? null) === (only?.account ?? null)) ?? null

  const choose = (next: HomeChild | null) => {
    setOnly(next)
    // The desktop is about the same child.
    void chooseChild(user, next)
  }

  const settle = async (answering: Promise<boolean>) => {
    // The row with the focus is gone.
    if (await answering) place.current?.focus()
  }

  const isShown = ({ school, childIds }: OverviewItem) =>
    child === null || (school?.userId === child.school?.userId && childIds.includes(child.id))
  const ofMessages = { kind: 'message', items: messages, count: child?.message ?? total.message } as const
  const ofTodos = { kind: 'todo', items: todos, count: child?.todo ?? total.todo } as const
  // To-dos come first if the dialog was opened from a child's to-dos.
  const lists = todosFirst ? [ofTodos, ofMessages] : [ofMessages, ofTodos]
  return (
    <div className="k-stack k-focus-target" ref={place} tabIndex={-1}>
      <ChildFilter items={children} total={total} chosen={child} onChoose={choose} />
      {!online && <p className="k-soft">{t('overview.offline')}</p>}
      {parts.map(
        ({ school, hasFailed, asOf, retry }) =>
          school &&
          (hasFailed || asOf !== null) && (
            <div key={school.userId} className="fam-failed">
              {hasFailed
                ? kit('school.failed', { school: schoolName(school, language) })
                : schoolName(school, language)}
              {asOf !== null && <AsOf at={asOf} />}
              {hasFailed && <RetryButton kind="plain" onRetry={retry} />}
            </div>
          ),
      )}
      {total.message + total.todo === 0 ? (
        <NoData type="dashboard" title={t('overview.none')} hint={t('overview.noneHint')} />
      ) : (
        <div className="fam-overview__lists">
          {lists.map(({ kind, items, count }) => (
            <OverviewList
              key={kind}
              kind={kind}
              items={items.filter(isShown)}
              count={count}
              names={new Map(children.map((one) => [one.id, personName(one, language)]))}
              onSettle={(answering) => void settle(answering)}
              onLeave={onClose}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function toItem(one: WithSchool<Overview['messages'][number] | Overview['todos'][number]>): OverviewItem {
  const { id, url, childIds, school } = one
  const base = { id, url, childIds, school }
  return 'title' in one
    ? { ...base, kind: 'todo', text: one.title, at: one.createTime, importance: null, asks: one.asks }
    : {
        ...base,
        kind: 'message',
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
  readonly school: LinkedSchool | null
  /** 1 lowest to 5 highest; messages only. */
  readonly importance: number | null
  readonly asks: { readonly answer: AskedAnswer; readonly text: string } | undefined
}

function OverviewList({
  kind,
  items,
  count,
  names,
  ...of
}: RowEvents & {
  kind: OverviewItem['kind']
  items: readonly OverviewItem[]
  count: number
  names: ReadonlyMap<string, string>
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
          <Row key={item.id} item={item} about={item.childIds.flatMap((id) => names.get(id) ?? [])} {...of} />
        ))}
      </ul>
      {count > items.length && items.length > 0 && (
        <p className="k-soft">{t('overview.shown', { shown: items.length, count })}</p>
      )}
    </DesktopCard>
  )
}

interface RowEvents {
  /** It is being answered, read or ignored; resolves to whether it was. */
  readonly onSettle: (answering: Promise<boolean>) => void
  /** The user goes to another page. */
  readonly onLeave: () => void
}

function Row({
  item: { kind, id, text: title, at, url: path, importance, asks, school },
  about,
  onSettle,
  onLeave,
}: RowEvents & { item: OverviewItem; about: readonly string[] }) {
  const { t } = useTranslation('family')
  const { t: kit, language } = useKitTexts()
  const navigate = useNavigate()
  const item = { kind, id, title, account: school } as const
  const text = textFor(language, title)
  const isElsewhere = path !== null && !/^https?:/i.test(path) && school !== null
  // A page of the other school's portal is at its address.
  const url = isElsewhere ? schoolAddress(school, path) : path
  const isExternal = url !== null && /^https?:/i.test(url)
  const level = LEVELS.find((one) => one === importance)

  const view = isElsewhere
    ? t('overview.openSchool', { school: schoolName(school, language) })
    : t(isExternal ? 'overview.viewNew' : 'overview.view')

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // An opened message is read; a to-do is done elsewhere.
    if (kind === 'message') void takeOffItem(item, { quietly: true })
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
          {school && <span className="fam-row__school">{schoolName(school, language)}</span>}
          {level && (
            <strong className="fam-row__level" data-level={level}>
              {t(`overview.importance.${level}`)}
            </strong>
          )}
          <TimeAgo at={at} />
        </p>
        <p className="fam-row__text">{text}</p>
        {asks && (
          <Button
            className="fam-row__answer"
            aria-label={t(`overview.${asks.answer}Of`, { text })}
            needsNetwork
            onClick={() => onSettle(answerItem({ ...item, text: asks.text, asks: asks.answer }))}
          >
            {t(`overview.${asks.answer}`)}
          </Button>
        )}
        {isElsewhere && url === null && (
          <p className="k-soft">{kit('school.signInThere', { school: schoolName(school, language) })}</p>
        )}
        {url !== null && (
          <a
            className="fam-row__link"
            href={url}
            {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
            aria-label={`${view}: ${text}`}
            onClick={follow}
          >
            {view}
            <Icon svg={isExternal ? Arrow : Caret} size={16} />
          </a>
        )}
      </div>
      <IconButton
        label={t(kind === 'message' ? 'overview.readOf' : 'overview.ignoreOf', { text })}
        title={t(kind === 'message' ? 'overview.read' : 'overview.ignore')}
        svg={kind === 'message' ? Check : X}
        needsNetwork
        onClick={() => onSettle(takeOffItem(item))}
      />
    </li>
  )
}

/** Of the importance of messages, those that are shown. */
const LEVELS = [4, 5] as const

function ChildFilter({
  items,
  total,
  chosen,
  onChoose,
}: {
  items: readonly WithSchool<Overview['children'][number]>[]
  total: WaitingCounts
  /** Null for all of them. */
  chosen: WithSchool<Overview['children'][number]> | null
  onChoose: (child: HomeChild | null) => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('family')
  return (
    <div className="fam-filter" role="group" aria-label={t('overview.children')}>
      <button type="button" className="fam-filter__one" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        <span className="fam-filter__name">{t('overview.all')}</span>
        <Counts counts={total} />
      </button>
      {items.map((child) => {
        const account = child.school?.userId ?? null
        const isChosen = chosen?.id === child.id && (chosen.school?.userId ?? null) === account
        return (
          <button
            key={`${account ?? ''} ${child.id}`}
            type="button"
            className="fam-filter__one"
            aria-pressed={isChosen}
            title={t('overview.filter')}
            onClick={() => onChoose(isChosen ? null : { account, id: child.id })}
          >
            <span className="fam-filter__name">
              {personName(child, language)}
              <span className="fam-filter__class">
                {child.school && `${schoolName(child.school, language)} `}
                {fullClassIn(child, language)}
              </span>
            </span>
            <Counts counts={child} />
          </button>
        )
      })}
    </div>
  )
}

function Counts({ counts: { message, todo } }: { counts: WaitingCounts }) {
  const { t } = useTranslation('family')
  return <span className="fam-filter__counts">{t('overview.waiting', { messages: message, todos: todo })}</span>
}
