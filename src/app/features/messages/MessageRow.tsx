import arrow from '@phosphor-icons/core/regular/arrow-square-out.svg?raw'
import caret from '@phosphor-icons/core/regular/caret-right.svg?raw'
import check from '@phosphor-icons/core/regular/check.svg?raw'
import chat from '@phosphor-icons/core/regular/chat-centered-text.svg?raw'
import flag from '@phosphor-icons/core/regular/flag.svg?raw'
import info from '@phosphor-icons/core/regular/info.svg?raw'
import siren from '@phosphor-icons/core/regular/siren.svg?raw'
import warning from '@phosphor-icons/core/regular/warning.svg?raw'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../../contract/endpoints/messages.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'
import { importanceOf, type Importance } from './importance.ts'
import type { MessageTarget } from './message-target.ts'

/** Picture and word distinguish the five; colour only helps. */
const GLYPHS: Readonly<Record<Importance, string>> = { 1: chat, 2: info, 3: flag, 4: warning, 5: siren }
const OPENS = { window: 'opensNewWindow', expiry: 'opensExpiry', page: 'opensPage', address: 'opensPage' } as const
const SHORT = 40

/** An unread message with importance, text, time and actions. */
export function MessageRow({
  message,
  opens,
  onOpen,
  onIgnore,
}: {
  message: Message
  opens: MessageTarget['kind'] | 'expiry'
  onOpen: () => void
  onIgnore: () => void
}) {
  const { t } = useTranslation('messages')
  const importance = importanceOf(message.importance)
  const text = message.messageMeno
  return (
    <li className="m-row" data-importance={importance}>
      <span className="m-row__mark">
        <Icon svg={GLYPHS[importance]} />
      </span>
      <div className="m-row__content">
        <p className="m-row__meta">
          <span className="m-row__importance">{t(`importance.${importance}`)}</span>
          <TimeAgo at={message.messageDate} />
        </p>
        <p className="m-row__text">{text}</p>
        {opens !== 'none' && (
          <Button
            kind="quiet"
            className="m-row__open"
            icon={opens === 'window' ? arrow : caret}
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
        svg={check}
        data-ignore=""
        onClick={onIgnore}
      />
    </li>
  )
}
