import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endOtherSessions, endOwnSession, type OwnSession } from '../../../../contract/calls/account.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { notify } from '../../kit/notices.ts'
import { useDeviceName } from './use-device-name.ts'

/** What the person is about to sign out. */
export type Ending = { kind: 'one'; session: OwnSession } | { kind: 'others'; count: number }

/** Asks before devices are signed out, signs them out and says so. It stays open when that fails, so that it can be tried again. */
export function EndSessionsDialog({
  ending,
  onClose,
  onEnded,
  onFailure,
}: {
  ending: Ending | null
  onClose: () => void
  onEnded: (ending: Ending) => Promise<void>
  onFailure: (error: unknown) => void
}) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation('common')
  const nameOf = useDeviceName()
  const [busy, setBusy] = useState(false)
  const texts = ending && textsOf(ending)

  function textsOf(what: Ending): { question: string; hint: string; action: string } {
    if (what.kind === 'others') {
      return {
        question: t('endOthersQuestion', { count: what.count }),
        hint: t('endOthersHint'),
        action: t('endOthers'),
      }
    }
    const hint = t('endHint', { device: nameOf(what.session.userAgent) })
    return { question: t('endQuestion'), hint, action: t('end') }
  }

  /** Signs out, and resolves to what the person is told. */
  async function end(what: Ending): Promise<string> {
    if (what.kind === 'others') return t('endedOthers', { count: (await call(endOtherSessions, {})).ended })
    await call(endOwnSession, { sessionId: what.session.sessionId }).catch(forgiveGone)
    return t('ended', { device: nameOf(what.session.userAgent) })
  }

  async function confirm(what: Ending): Promise<void> {
    setBusy(true)
    try {
      const told = await end(what)
      await onEnded(what)
      notify('success', told)
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={ending !== null}
      role="alertdialog"
      title={texts?.question ?? ''}
      onClose={onClose}
      footer={
        ending && (
          <>
            <Button onClick={onClose}>{common('cancel')}</Button>
            <Button kind="danger" busy={busy} onClick={() => void confirm(ending)}>
              {texts?.action}
            </Button>
          </>
        )
      }
    >
      <p>{texts?.hint}</p>
    </Dialog>
  )
}

/** Another window was faster, or the device signed out by itself: what the person wanted is so. */
function forgiveGone(error: unknown): void {
  if (!(error instanceof CallError) || error.code !== 'account.session_gone') throw error
}
