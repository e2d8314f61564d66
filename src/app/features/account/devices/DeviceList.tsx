import Computer from '@phosphor-icons/core/regular/desktop.svg?react'
import Phone from '@phosphor-icons/core/regular/device-mobile.svg?react'
import Tablet from '@phosphor-icons/core/regular/device-tablet.svg?react'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OwnSession, endOtherSessions, endOwnSession } from '../../../../../contract/endpoints/account.ts'
import { readUserAgent } from '../../../../../contract/rules/user-agent.ts'
import { Button } from '../../../ui/Button.tsx'
import { CardRow, Tag } from '../../../ui/layout/CardRow.tsx'
import { Card } from '../../../ui/record/Card.tsx'
import { renewAccount } from '../account-query.ts'
import { Moment } from '../Moment.tsx'
import { useDeviceName } from './use-device-name.ts'
import { call } from '../../../core/api/call.ts'
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx'
import { forgiveGone } from '../forgive-gone.ts'

const glyphs = { computer: Computer, phone: Phone, tablet: Tablet } as const

export function DeviceList({ sessions }: { sessions: readonly OwnSession[] }) {
  const online = useOnline()
  const { t } = useTranslation('account')
  const nameOf = useDeviceName()
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null)
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

  const ended = async (place: number) => {
    await renewAccount()
    focusAt.current = place
    setEnding(null)
  }

  const ask = (what: OwnSession | 'others'): Question => {
    if (what === 'others') {
      return {
        question: t('endOthersQuestion', { count: others.length }),
        hint: t('endOthersHint'),
        action: t('endOthers'),
        async confirm() {
          const answer = await call(endOtherSessions, {})
          await ended(0)
          return t('endedOthers', { count: answer.ended })
        },
      }
    }
    const { sessionId, userAgent } = what
    const device = nameOf(userAgent)
    return {
      question: t('endQuestion'),
      hint: t('endHint', { device }),
      action: t('end'),
      async confirm() {
        // The device may have signed out by itself.
        await call(endOwnSession, { sessionId }).catch(forgiveGone('account.session_gone'))
        await ended(others.indexOf(what))
        return t('ended', { device })
      },
    }
  }

  return (
    <Card
      className="a-card"
      id="account-devices"
      title={t('devices')}
      heading={heading}
      action={
        others.length > 0 && (
          <Button needsNetwork onClick={() => setEnding('others')}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      {!online && others.length > 0 && <p className="k-note">{t('offlineActions')}</p>}
      <ul className="k-rows" ref={list}>
        {sessions.map((session) => (
          <DeviceRow key={session.sessionId} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {others.length === 0 && <p className="k-note">{t('onlyThis')}</p>}
      <ConfirmDialog asked={ending && ask(ending)} onClose={() => setEnding(null)} />
    </Card>
  )
}

function DeviceRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation('account')
  const nameOf = useDeviceName()
  const { current, userAgent, createdAt, lastUsedAt } = session
  const name = nameOf(userAgent)
  return (
    <CardRow
      glyph={glyphs[readUserAgent(userAgent).form]}
      title={
        <>
          {name}
          {current && <Tag kind="good">{t('thisDevice')}</Tag>}
        </>
      }
      facts={
        <>
          {current ? <span>{t('inUse')}</span> : <Moment at={lastUsedAt} text="lastUsed" />}
          <Moment at={createdAt} text="started" />
        </>
      }
    >
      {!current && (
        <Button aria-label={t('endNamed', { device: name })} needsNetwork onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </CardRow>
  )
}
