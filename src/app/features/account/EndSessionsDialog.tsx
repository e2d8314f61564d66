import { useTranslation } from 'react-i18next'
import { endOtherSessions, endOwnSession, type OwnSession } from '../../../../contract/endpoints/account.ts'
import { call } from '../../core/api/call.ts'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'
import { forgiveGone } from './forgive-gone.ts'
import { useDeviceName } from './use-device-name.ts'

/** What the person is about to sign out. */
export type Ending = { kind: 'one'; session: OwnSession } | { kind: 'others'; count: number }

/** Asks before devices are signed out, signs them out and says so. */
export function EndSessionsDialog({
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
