import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { watchIdle, type IdleState, type IdleWatch } from '../core/session/idle-watch.ts'
import { isSigningOut, signOut } from '../core/session/sign-out.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { schedule } from '../core/timing/bounded-wait.ts'
import { sharedUseKey } from '../core/storage/local-keys.ts'
import { leaveAccount, otherTabsSettled } from '../core/session/leave-account.ts'
import { hasActiveUploads } from '../core/state/uploading.ts'

export function SharedComputer() {
  const [isShared] = useState(() => sharedUseKey.get() !== null)
  return isShared ? <IdleSignOut /> : null
}

function IdleSignOut() {
  const { t } = useTranslation('shell')
  const watch = useRef<IdleWatch>(null)
  const [state, setState] = useState<IdleState>({ status: 'active' })

  useEffect(() => {
    const started = watchIdle({
      now: Date.now,
      schedule,
      read: () => sharedUseKey.get(),
      write: (use) => sharedUseKey.set(use),
      page: window,
      busy: hasActiveUploads,
    })
    const follow = (): void => {
      const { current } = started.state
      setState(current)
      if (current.status === 'over') void signOut().then(() => leaveAccount('/login'))
      // Another tab has ended the shared use, and may have signed another user in.
      // While this page signs out, the response clears the record of the visit.
      if (current.status === 'gone' && !isSigningOut()) void otherTabsSettled().then(() => leaveAccount('/'))
    }
    watch.current = started
    started.state.subscribe(follow)
    follow()
    return () => started.stop()
  }, [])

  const seconds = state.status === 'warning' ? state.seconds : 0
  return (
    <Dialog
      open={state.status === 'warning'}
      role="alertdialog"
      title={t('shared.title')}
      onClose={() => watch.current?.stay()}
      footer={
        <Button kind="primary" onClick={() => watch.current?.stay()}>
          {t('shared.stay')}
        </Button>
      }
    >
      <p>{t('shared.warning', { count: seconds })}</p>
    </Dialog>
  )
}
