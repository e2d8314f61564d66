import * as session from '../../../../contract/endpoints/sign-in/session.ts'
import Swap from '@phosphor-icons/core/regular/swap.svg?react'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linkedAccounts } from '../../../../contract/endpoints/family/family.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { renew } from '../../core/query/query-client.ts'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import type { LinkedAccount } from '../../core/storage/linked-accounts-key.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { hasActiveUploads } from '../../core/state/uploading.ts'
import { ToolChoice } from './ToolChoice.tsx'
import { UploadsStop } from './UploadsStop.tsx'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { beginSharedUse } from '../../core/session/session.ts'
import { dropLiveStores } from '../../core/state/live-stores.ts'
import { deleteDesktopSnapshot } from '../../core/storage/desktop-snapshot.ts'
import { mayKeep, userKey } from '../../core/storage/local-keys.ts'
import { changeAccount, leaveAccount } from '../../core/session/leave-account.ts'
import { homePath } from '../../core/session/home-path.ts'

/** The button for switching to the user's other account, as teacher or parent. */
export function SwitchRole({
  user,
  accounts,
}: {
  user: Pick<session.SessionUser, 'userId' | 'userType' | 'unitId' | 'unitType'>
  accounts: readonly LinkedAccount[]
}) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const nameOf = ({ name, englishName }: LinkedAccount) => personName({ realName: name, englishName }, language)
  const isOnline = useOnline()
  const [asking, setAsking] = useState<LinkedAccount | null>(null)
  const [busy, setBusy] = useState(false)
  const go = async (account: LinkedAccount) => {
    setBusy(true)
    try {
      // Stays busy: the page is about to leave.
      await switchRole(user, account)
    } catch (error) {
      reportFailure(error)
      setBusy(false)
      setAsking(null)
      void renew(linkedAccounts)
    }
  }

  return (
    <>
      <ToolChoice
        label={t('switchRole.button')}
        svg={Swap}
        data-action="switch-role"
        needsNetwork
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        choices={accounts.map((account) => ({
          id: account.userId,
          name: nameOf(account),
          detail: t(`switchRole.roles.${account.userType}`),
        }))}
        // Its confirmation is drawn here.
        staysInRows
        isShut={busy || !isOnline}
        onChoose={(id) => {
          const account = accounts.find((each) => each.userId === id)
          if (!account) return
          if (hasActiveUploads.current) setAsking(account)
          else void go(account)
        }}
      />
      <QuestionDialog
        open={asking !== null}
        question={t('switchRole.question', { name: asking && nameOf(asking) })}
        action={t('switchRole.confirm')}
        kind="primary"
        disabled={busy}
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          if (asking) await go(asking)
        }}
      >
        <UploadsStop />
      </QuestionDialog>
    </>
  )
}

type Me = Pick<session.SessionUser, 'userId' | 'unitId' | 'unitType'>

/**
 * Signs the user in as their other account and opens its home by a full load. Stored data of the account before stays under its own key, except the
 * desktop, of which a device has one. Rejects with CallError when the server refuses; then nothing has changed.
 */
async function switchRole(me: Me, account: LinkedAccount): Promise<void> {
  const { unitId, unitType } = await changeAccount(() => signInAs(account))
  dropLiveStores(me.userId)
  if (mayKeep()) userKey.set({ userId: account.userId, realName: account.name, userType: account.userType, unitId })
  else await beginSharedUse({ anew: true })
  await deleteDesktopSnapshot(me.userId)
  leaveAccount(homePath({ unitType }))
}

async function signInAs(account: LinkedAccount): Promise<Pick<Me, 'unitId' | 'unitType'>> {
  try {
    return await call(session.switchLogin, { userId: account.userId })
  } catch (error) {
    // The response was lost, but its cookies may have arrived: this page must not continue under another account.
    const answered = error instanceof CallError && error.failure.kind === 'envelope'
    const now = answered ? null : await call(session.me, {}).catch(() => null)
    if (now?.userId === account.userId) return now
    throw error
  }
}
