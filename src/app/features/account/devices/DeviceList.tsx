import computer from '@phosphor-icons/core/regular/desktop.svg?raw'
import phone from '@phosphor-icons/core/regular/device-mobile.svg?raw'
import tablet from '@phosphor-icons/core/regular/device-tablet.svg?raw'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OwnSession, endOtherSessions, endOwnSession } from '../../../../../contract/endpoints/account.ts'
import { readUserAgent } from '../../../../../contract/rules/user-agent.ts'
import { Button } from '../../../ui/Button.tsx'
import { AccountCard, AccountRow } from '../AccountCard.tsx'
import { Moment } from '../Moment.tsx'
import { useDeviceName } from './use-device-name.ts'
import { call } from '../../../core/api/call.ts'
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx'
import { forgiveGone } from '../forgive-gone.ts'

const glyphs = { computer, phone, tablet } as const

export function DeviceList({ sessions, onEnded }: { sessions: readonly OwnSession[]; onEnded: () => Promise<void> }) {
  const online = useOnline()
  const { t } = useTranslation('account')
  const [ending, setEnding] = useState<Ending | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  /** The index of the row whose button gets the focus after a removal. */
  const focusAt = useRef<number | null>(null)
  const others = sessions.filter(({ current }) => !current)

  useEffect(() => {
    const place = focusAt.current
    if (place === null) return
    focusAt.current = null
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[Math.min(place, buttons.length - 1)] ?? heading.current
    next?.focus()
  })

  const ended = async (what: Ending) => {
    await onEnded()
    focusAt.current = what.kind === 'one' ? others.indexOf(what.session) : 0
    setEnding(null)
  }

  return (
    <AccountCard
      id="account-devices"
      title={t('devices')}
      heading={heading}
      beside={
        others.length > 0 && (
          <Button disabled={!online} onClick={() => setEnding({ kind: 'others', count: others.length })}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      {!online && others.length > 0 && <p className="a-note">{t('offlineActions')}</p>}
      <ul className="a-rows" ref={list}>
        {sessions.map((session) => (
          <DeviceRow key={session.sessionId} session={session} onEnd={() => setEnding({ kind: 'one', session })} />
        ))}
      </ul>
      {others.length === 0 && <p className="a-note">{t('onlyThis')}</p>}
      <EndSessionsDialog ending={ending} onClose={() => setEnding(null)} onEnded={ended} />
    </AccountCard>
  )
}

function DeviceRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const online = useOnline()
  const { t } = useTranslation('account')
  const nameOf = useDeviceName()
  const { current, userAgent, createdAt, lastUsedAt } = session
  const name = nameOf(userAgent)
  return (
    <AccountRow
      glyph={glyphs[readUserAgent(userAgent).form]}
      title={
        <>
          {name}
          {current && <span className="a-tag a-tag--good">{t('thisDevice')}</span>}
        </>
      }
      facts={
        <>
          <span>{current ? t('inUse') : <Moment at={lastUsedAt} text="lastUsed" />}</span>
          <span>
            <Moment at={createdAt} text="started" />
          </span>
        </>
      }
    >
      {!current && (
        <Button
          className="a-row__action"
          aria-label={t('endNamed', { device: name })}
          disabled={!online}
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      )}
    </AccountRow>
  )
}

type Ending = { kind: 'one'; session: OwnSession } | { kind: 'others'; count: number }

/** Asks before devices are signed out, signs them out and shows a notice. */
function EndSessionsDialog({
  ending,
  onEnded,
  ...rest
}: {
  ending: Ending | null
  onClose: () => void
  onEnded: (ending: Ending) => Promise<void>
}) {
  const { t } = useTranslation('account')
  const nameOf = useDeviceName()

  const ask = (what: Ending): Question => {
    if (what.kind === 'others') {
      return {
        question: t('endOthersQuestion', { count: what.count }),
        hint: t('endOthersHint'),
        action: t('endOthers'),
        async confirm() {
          const { ended } = await call(endOtherSessions, {})
          await onEnded(what)
          return t('endedOthers', { count: ended })
        },
      }
    }
    const { sessionId, userAgent } = what.session
    const device = nameOf(userAgent)
    return {
      question: t('endQuestion'),
      hint: t('endHint', { device }),
      action: t('end'),
      async confirm() {
        // The device may have signed out by itself.
        await call(endOwnSession, { sessionId }).catch(forgiveGone('account.session_gone'))
        await onEnded(what)
        return t('ended', { device })
      },
    }
  }

  return <ConfirmDialog asked={ending && ask(ending)} {...rest} />
}
