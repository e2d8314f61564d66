import './account.css'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../../contract/envelope.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { ActivityList } from './ActivityList.tsx'
import { DeviceList } from './DeviceList.tsx'
import { useOwnAccount } from './use-own-account.ts'

/** A person's own devices, each of which they can sign out, and what happened around their sign-ins. */
export function AccountPage({
  language,
  online,
  onFailure,
}: {
  language: Language
  online: boolean
  /** Tells the person about a failed call. */
  onFailure: (error: unknown) => void
}) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation('common')
  const { account, reload, retry } = useOwnAccount(online)

  return (
    <div className="a-page">
      <header className="a-head">
        <h1>{t('title')}</h1>
        <p>{t('hint')}</p>
      </header>
      {account.status === 'ready' ? (
        <>
          <DeviceList
            sessions={account.sessions}
            language={language}
            online={online}
            onEnded={() => reload().catch(onFailure)}
            onFailure={onFailure}
          />
          <ActivityList events={account.events} language={language} />
        </>
      ) : !online ? (
        <EmptyState title={t('offline')} hint={t('offlineHint')} />
      ) : account.status === 'failed' ? (
        <EmptyState
          title={t('failed')}
          hint={t('failedHint')}
          action={
            <Button kind="primary" onClick={retry}>
              {common('retry')}
            </Button>
          }
        />
      ) : (
        <Skeleton label={common('loading')} lines={8} />
      )}
    </div>
  )
}
