import swap from '@phosphor-icons/core/regular/swap.svg?raw'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio/react'
import type { SessionUser } from '../../../../contract/calls/session.ts'
import { linked, loadLinkedAccounts, type LinkedAccount } from '../../features/family/linked-accounts.ts'
import { language } from '../../features/language/language.ts'
import { signInTexts } from '../../features/session/login-texts.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { opensMenu } from '../../kit/opens-menu.ts'
import { notify } from '../../kit/notices.ts'
import { untilIdle } from '../../state/until-idle.ts'
import { useObservable } from '../../state/use-observable.ts'
import { failureMessage } from '../failure-message.ts'
import { online } from '../online.ts'
import { switchRole } from '../switch-role.ts'
import { hasActiveUploads } from '../uploading.ts'

const SwitchRoleMenu = lazy(() => import('./SwitchRoleMenu.tsx'))

/** The way to a person's other account, as teacher or as parent; nothing for whoever has none. */
export function SwitchRole({ user }: { user: SessionUser }) {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation('common')
  const isOnline = useObservable(online)
  const { of } = useSnapshot(linked)
  const button = useRef<HTMLButtonElement>(null)
  const reasonId = useId()
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<LinkedAccount | null>(null)
  const [busy, setBusy] = useState(false)
  const { userId, userType } = user
  const known = of?.userId === userId

  useEffect(() => {
    if (isOnline && !known) void untilIdle().then(() => loadLinkedAccounts({ userId, userType }))
  }, [isOnline, known, userId, userType])

  if (!known || of.accounts.length === 0) return null

  const go = async (account: LinkedAccount) => {
    setBusy(true)
    try {
      // Stays busy: the page is about to go.
      await switchRole(user, account)
    } catch (error) {
      const { kind, title, text } = failureMessage(error, language.current, signInTexts(language.current).errors)
      notify(kind, text, title === undefined ? {} : { title })
      setBusy(false)
      setAsking(null)
      void loadLinkedAccounts(user)
    }
  }

  const choose = (account: LinkedAccount) => {
    setOpen(false)
    if (hasActiveUploads.current) setAsking(account)
    else void go(account)
  }

  return (
    <>
      <IconButton
        ref={button}
        label={t('switchRole.button')}
        svg={swap}
        title={isOnline ? t('switchRole.button') : t('switchRole.offline')}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={busy || undefined}
        // Not `disabled`: the reason must be found by keyboard and by touch too.
        aria-disabled={!isOnline || busy || undefined}
        aria-describedby={isOnline ? undefined : reasonId}
        onPointerEnter={() => void import('./SwitchRoleMenu.tsx').catch(() => {})}
        {...opensMenu(() => {
          if (!isOnline) notify('warning', t('switchRole.offline'))
          else if (!busy) setOpen(true)
        })}
      />
      {!isOnline && (
        <span id={reasonId} hidden>
          {t('switchRole.offline')}
        </span>
      )}
      {open && (
        <Suspense fallback={null}>
          <SwitchRoleMenu trigger={button} accounts={of.accounts} onChoose={choose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      <Dialog
        open={asking !== null}
        role="alertdialog"
        title={t('switchRole.question', { name: asking?.name })}
        onClose={() => setAsking(null)}
        footer={
          <>
            <Button onClick={() => setAsking(null)}>{common('cancel')}</Button>
            <Button kind="primary" busy={busy} onClick={() => asking && void go(asking)}>
              {t('switchRole.confirm')}
            </Button>
          </>
        }
      >
        <p>{t('logoutHint')}</p>
      </Dialog>
    </>
  )
}
