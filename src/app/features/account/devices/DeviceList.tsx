import Computer from '@phosphor-icons/core/regular/desktop.svg?react'
import Phone from '@phosphor-icons/core/regular/device-mobile.svg?react'
import Tablet from '@phosphor-icons/core/regular/device-tablet.svg?react'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { type OwnSession, endOtherSessions, endOwnSession } from '../../../../../contract/endpoints/account.ts'
import { readUserAgent } from '../../../../../contract/rules/user-agent.ts'
import { Tag } from '../../../ui/layout/CardRow.tsx'
import { EntryCard, type Entry } from '../EntryCard.tsx'
import { Moment } from '../Moment.tsx'
import { useDeviceName } from './use-device-name.ts'
import { call } from '../../../core/api/call.ts'
import { forgiveGone } from '../forgive-gone.ts'

const glyphs = { computer: Computer, phone: Phone, tablet: Tablet } as const

export function DeviceList({ sessions }: { sessions: readonly OwnSession[] }) {
  const online = useOnline()
  const { t } = useTranslation('account')
  const nameOf = useDeviceName()
  const others = sessions.filter(({ current }) => !current)

  const entryOf = ({ sessionId, current, userAgent, createdAt, lastUsedAt }: OwnSession): Entry => {
    const device = nameOf(userAgent)
    return {
      key: sessionId,
      glyph: glyphs[readUserAgent(userAgent).form],
      title: (
        <>
          {device}
          {current && <Tag kind="good">{t('thisDevice')}</Tag>}
        </>
      ),
      facts: (
        <>
          {current ? <span>{t('inUse')}</span> : <Moment at={lastUsedAt} text="lastUsed" />}
          <Moment at={createdAt} text="started" />
        </>
      ),
      removal: current
        ? null
        : {
            label: t('endNamed', { device }),
            question: t('endQuestion'),
            hint: t('endHint', { device }),
            action: t('end'),
            async confirm() {
              // The device may have signed out by itself.
              await call(endOwnSession, { sessionId }).catch(forgiveGone('account.session_gone'))
              return t('ended', { device })
            },
          },
    }
  }

  return (
    <EntryCard
      id="account-devices"
      title={t('devices')}
      note={!online && others.length > 0 && t('offlineActions')}
      entries={sessions.map(entryOf)}
      none={others.length === 0 && t('onlyThis')}
      clear={
        others.length > 0 && {
          question: t('endOthersQuestion', { count: others.length }),
          hint: t('endOthersHint'),
          action: t('endOthers'),
          confirm: async () => t('endedOthers', { count: (await call(endOtherSessions, {})).ended }),
        }
      }
    />
  )
}
