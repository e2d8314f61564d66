import { reportFailure } from '../../core/notices/report-failure.ts'
import './messages.css'
import Arrow from '@phosphor-icons/core/regular/arrow-square-out.svg?react'
import Caret from '@phosphor-icons/core/regular/caret-right.svg?react'
import Check from '@phosphor-icons/core/regular/check.svg?react'
import Chat from '@phosphor-icons/core/regular/chat-centered-text.svg?react'
import Flag from '@phosphor-icons/core/regular/flag.svg?react'
import Info from '@phosphor-icons/core/regular/info.svg?react'
import Paperclip from '@phosphor-icons/core/regular/paperclip.svg?react'
import Reply from '@phosphor-icons/core/regular/arrow-bend-up-left.svg?react'
import Siren from '@phosphor-icons/core/regular/siren.svg?react'
import Warning from '@phosphor-icons/core/regular/warning.svg?react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { Message } from '../../../../contract/endpoints/messages/messages.ts'
import * as publications from '../../../../contract/endpoints/messages/publications.ts'
import { textFor } from '../../../../contract/envelope.ts'
import { useKeptResponse } from '../../core/query/use-kept-response.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { AsOf } from '../../ui/feedback/AsOf.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { NoData } from '../../ui/feedback/NoData.tsx'
import zhCN from '../../locales/zh-CN/messages.json'
import { takeOffItem } from '../../core/answers/answer-item.ts'
import { askForAnswer } from '../../core/answers/answer-request.ts'
import { schoolAddress, schoolName } from '../../core/family/linked-schools.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { keepMessages, readMessage, useMessages } from './message-list.ts'
import { reloadSoon, targetOf, type MessageTarget } from './message-target.ts'
import { importanceOf, type Importance } from './importance.ts'
import { ownCounts } from '../../core/live/counts.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { nameIn } from '../../micro-apps/names.ts'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'
import { addressOf, serverFile } from '../../ui/files/download.ts'
import { DownloadLink } from '../../ui/files/DownloadLink.tsx'
import { FileName } from '../../ui/files/FileName.tsx'
import { formatBytes } from '../../ui/format/format.ts'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import { lateDialog } from '../../ui/late-part.tsx'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import { useKitTexts } from '../../ui/use-kit-texts.ts'

// Seldom opened.
const ExpiryDialog = lateDialog(() => import('./ExpiryDialog.tsx'))

addTexts('zh-CN', 'messages', zhCN)

/** The openWay of messages that open the module-expiry dialog. */
const OPENS_EXPIRY = 1

/** The unread messages with their actions, of a parent those about `child` where it is given. `onLeave`: the user goes to another page. */
export function MessageList({
  userId,
  onLeave = () => {},
  child,
}: {
  userId: string
  onLeave?: () => void
  child?: { readonly id: string; readonly name: string } | undefined
}) {
  const { t } = useTranslation('messages')
  const navigate = useNavigate()
  const query = useMessages(child?.id)
  const asOf = useKeptResponse(keepMessages, userId, child?.id ?? null, query)
  const counts = useObservable(ownCounts)
  const [expiry, setExpiry] = useState<Message | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const leave = useFocusAfter(place, query.data)

  const openMessage = (message: Message, at: number) => {
    void leave(at)
    const target = targetOf(message.url, location.origin)
    // Immediately, during the user's press.
    if (message.openWay === OPENS_EXPIRY) setExpiry(message)
    else if (target.kind === 'window') window.open(target.url, '_blank', 'noopener')
    const done = readMessage(message.id).catch(reportFailure)
    if (message.openWay === OPENS_EXPIRY) return
    if (target.kind === 'window') void done.then(reloadSoon)
    if (target.kind === 'page') {
      onLeave()
      void navigate(target.path)
    }
    if (target.kind === 'address') void done.then(() => location.assign(target.path))
  }

  return (
    <div ref={place} className="k-focus-target" tabIndex={-1}>
      {asOf !== null && <AsOf at={asOf} />}
      <Loaded
        query={query}
        lines={6}
        text={{ failed: t('failed'), offline: t('failed'), offlineHint: t('offlineHint') }}
      >
        {(list) =>
          list.length === 0 ? (
            <NoData title={child ? t('noneOf', { name: child.name }) : t('none')} hint={t('noneHint')} />
          ) : (
            <>
              <ul aria-label={t('list')}>
                {list.map((message, at) => {
                  const { id, openWay, url, messageMeno: title } = message
                  const item = { kind: 'message', id, title, text: '', asks: 'reply' } as const
                  return (
                    <MessageRow
                      key={id}
                      message={message}
                      opens={openWay === OPENS_EXPIRY ? 'expiry' : targetOf(url, location.origin).kind}
                      onOpen={() => openMessage(message, at)}
                      onReply={() => void leave(at, askForAnswer(item))}
                      onIgnore={() => void leave(at, takeOffItem(item, { taking: readMessage(id) }))}
                    />
                  )
                })}
              </ul>
              {counts && !child && counts.message > list.length && (
                <p className="m-more">{t('shown', { shown: list.length, count: counts.message })}</p>
              )}
            </>
          )
        }
      </Loaded>
      {expiry && <ExpiryDialog content={expiry.content} onClose={() => setExpiry(null)} />}
    </div>
  )
}

/** Picture and word distinguish the five; colour only helps. */
const LEVEL_GLYPHS: Readonly<Record<Importance, SvgComponent>> = { 1: Chat, 2: Info, 3: Flag, 4: Warning, 5: Siren }
const OPENS = { window: 'opensNewWindow', expiry: 'opensExpiry', page: 'opensPage', address: 'opensPage' } as const
const SHORT = 40

/** An unread message with importance, text, time and actions. */
export function MessageRow({
  message,
  school = null,
  opens,
  onOpen,
  onReply,
  onIgnore,
}: {
  message: Message
  /** The other school that it is of, at whose address its files and pages are. */
  school?: LinkedSchool | null
  opens: MessageTarget['kind'] | 'expiry'
  onOpen: () => void
  onReply: () => void
  onIgnore: () => void
}) {
  const { t } = useTranslation('messages')
  const importance = importanceOf(message.importance)
  const language = useLanguage()
  const text = textFor(language, message.messageMeno)
  const [title, ...lines] = message.titled ? text.split('\n') : []
  return (
    <li className="m-row" data-importance={importance}>
      <span className="m-row__mark">
        <Icon svg={LEVEL_GLYPHS[importance]} />
      </span>
      <div>
        <p className="m-row__meta">
          <span className="m-row__importance">{t(`importance.${importance}`)}</span>
          {message.sender && <span>{nameIn(message.sender, language)}</span>}
          <TimeAgo at={message.messageDate} />
          {message.reminded && <span className="m-row__reminder">{t('reminder')}</span>}
        </p>
        <p className="m-row__text">
          {title === undefined ? (
            text
          ) : (
            <>
              <strong>{title}</strong>
              {lines.length > 0 && `\n${lines.join('\n')}`}
            </>
          )}
        </p>
        {message.files?.map((attached) => (
          <AttachedFile key={attached.fileId} file={attached} school={school} />
        ))}
        {message.mayReply && (
          <Button
            kind="quiet"
            className="m-row__open"
            icon={Reply}
            aria-label={t('replyOf', { text: text.slice(0, SHORT) })}
            onClick={onReply}
          >
            {t('reply')}
          </Button>
        )}
        {school && (message.url !== null || message.files !== undefined) && (
          <SchoolWay school={school} message={message} />
        )}
        {!school && opens !== 'none' && (
          <Button
            kind="quiet"
            className="m-row__open"
            icon={opens === 'window' ? Arrow : Caret}
            aria-description={text.slice(0, SHORT)}
            onClick={onOpen}
          >
            {t(OPENS[opens])}
          </Button>
        )}
      </div>
      <IconButton
        label={t('markReadOf', { text: text.length > SHORT ? `${text.slice(0, SHORT)}…` : text })}
        title={t('markRead')}
        svg={Check}
        data-ignore=""
        onClick={onIgnore}
      />
    </li>
  )
}

/** A file of a message; that of another school is opened at its address, where the browser may be signed in. */
function AttachedFile({
  file: { fileId, name, size },
  school,
}: {
  file: NonNullable<Message['files']>[number]
  school: LinkedSchool | null
}) {
  const language = useLanguage()
  const source = serverFile(publications.file, { id: fileId }, name)
  const content = (
    <>
      <Icon svg={Paperclip} size={16} />
      <FileName name={name} />
      <span className="m-row__size">{formatBytes(size, language)}</span>
    </>
  )
  if (!school)
    return (
      <DownloadLink className="m-row__file" file={source}>
        {content}
      </DownloadLink>
    )
  return (
    <a
      className="m-row__file"
      href={schoolAddress(school, addressOf(source)) ?? undefined}
      target="_blank"
      rel="noopener"
    >
      {content}
    </a>
  )
}

/** What a message of another school leads to: in its portal, where the person signs in as usual, or on another site. */
function SchoolWay({ school, message: { url, messageMeno } }: { school: LinkedSchool; message: Message }) {
  const { t } = useTranslation('messages')
  const { t: kit, language } = useKitTexts()
  const name = schoolName(school, language)
  const target = targetOf(url, location.origin)
  const address = target.kind === 'window' ? target.url : schoolAddress(school, url ?? '/')
  if (address === null) return <p className="k-soft">{kit('school.signInThere', { school: name })}</p>
  const title = textFor(language, messageMeno).slice(0, SHORT)
  return (
    <a
      className="k-button k-button--quiet m-row__open"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={kit('school.openOf', { school: name, title })}
    >
      <Icon svg={Arrow} />
      {target.kind === 'window' ? t('opensNewWindow') : kit('school.open')}
    </a>
  )
}
