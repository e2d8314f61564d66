import SignInIcon from '@phosphor-icons/core/regular/sign-in.svg?react'
import SignOutIcon from '@phosphor-icons/core/regular/sign-out.svg?react'
import KeyIcon from '@phosphor-icons/core/regular/key.svg?react'
import LinkIcon from '@phosphor-icons/core/regular/link.svg?react'
import Shield from '@phosphor-icons/core/regular/shield-check.svg?react'
import Swap from '@phosphor-icons/core/regular/arrows-left-right.svg?react'
import Eye from '@phosphor-icons/core/regular/eye.svg?react'
import Warning from '@phosphor-icons/core/fill/warning-fill.svg?react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInEvent, SignInEventKind } from '../../../../contract/endpoints/account.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { SvgComponent } from '../../ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../ui/layout/CardRow.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { Moment } from './Moment.tsx'
import { useDeviceName } from './devices/use-device-name.ts'

/** Events shown first. */
const SHOWN_FIRST = 8

const glyphs: Record<SignInEventKind, SvgComponent> = {
  'signed-in': SignInIcon,
  failed: Warning,
  'slowed-down': Warning,
  'signed-out': SignOutIcon,
  'session-ended': SignOutIcon,
  'token-reused': Warning,
  'handed-over': Swap,
  'client-registered': Swap,
  'role-switched': Swap,
  'identity-bound': LinkIcon,
  'identity-unbound': LinkIcon,
  authorized: Swap,
  'passkey-added': KeyIcon,
  'passkey-removed': KeyIcon,
  'second-step-on': Shield,
  'second-step-off': Warning,
  'recovery-code-used': Warning,
  'password-changed': KeyIcon,
  'reset-asked': KeyIcon,
  'reset-code-issued': KeyIcon,
  'signed-out-by-admin': SignOutIcon,
  'second-step-reset': Warning,
  'email-changed': Warning,
  'contact-seen': Eye,
  'account-linked': LinkIcon,
  'account-unlinked': LinkIcon,
}

export function ActivityList({ events }: { events: readonly SignInEvent[] }) {
  const { t } = useTranslation('account')
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = all ? events : events.slice(0, SHOWN_FIRST)

  const showAll = () => {
    setAll(true)
    // The button is gone; reading continues in the list.
    list.current?.focus()
  }

  return (
    <Card id="account-activity" title={t('activity')} action={<p className="k-soft">{t('activityHint')}</p>}>
      {events.length === 0 && <EmptyState title={t('noActivity')} hint={t('noActivityHint')} />}
      <ul className="k-rows" ref={list} tabIndex={-1} aria-labelledby="account-activity">
        {shown.map((event) => (
          <EventRow key={event.eventId} event={event} />
        ))}
      </ul>
      {shown.length < events.length && (
        <Button kind="quiet" className="a-more" onClick={showAll}>
          {t('showAll', { count: events.length })}
        </Button>
      )}
    </Card>
  )
}

function EventRow({ event }: { event: SignInEvent }) {
  const { t } = useTranslation('account')
  const nameOf = useDeviceName()
  const suspicious = glyphs[event.kind] === Warning
  return (
    <CardRow
      className={`a-event ${suspicious ? 'a-event--attention' : ''}`}
      glyph={glyphs[event.kind]}
      size={20}
      title={
        <>
          {t(`kinds.${event.kind}`)}
          {suspicious && <Tag kind="danger">{t('attention')}</Tag>}
        </>
      }
      facts={
        <>
          {/* Of a link the other side's address is not told. */}
          {event.address !== '' && (
            <>
              <span>{nameOf(event.userAgent)}</span>
              <span>{t('from', { address: event.address })}</span>
            </>
          )}
        </>
      }
    >
      <span className="a-event__when">
        <Moment at={event.at} />
      </span>
    </CardRow>
  )
}
