import './sign-in-admin.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { settings as settingsRow, type SignInSettings } from '../../../../contract/endpoints/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'
import { useQuery } from '../../core/state/use-query.ts'
import { renewDocument } from '../../core/tenant/renew-document.ts'
import { AdminContext, type AdminContextValue } from './admin-context.ts'
import { ClientsCard } from './ClientsCard.tsx'
import { HelpCard } from './HelpCard.tsx'
import { PasswordsCard } from './PasswordsCard.tsx'
import { ProvidersCard } from './ProvidersCard.tsx'
import { SignInMethodsCard } from './SignInMethodsCard.tsx'

const readSettings = (signal?: AbortSignal) => call(settingsRow, {}, signal ? { signal } : {})

export function SignInAdminPage({ language, online, describe, ProofDialog }: Omit<AdminContextValue, 'show'>) {
  const { t } = useTranslation('signInAdmin')
  const { query, show, retry } = useQuery(online, readSettings)
  const value = useMemo(
    () => ({
      language,
      online,
      describe,
      ProofDialog,
      show(settings: SignInSettings) {
        show(settings)
        // The service worker's cached login page must show the change too.
        renewDocument()
      },
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- show only sets state
    [language, online, describe, ProofDialog],
  )

  return (
    <AdminContext value={value}>
      <QueryPage className="n-page" text={(key) => t(key)} query={query} lines={12} onRetry={retry}>
        {(settings) => (
          <>
            {!online && <p className="n-offline">{t('offlineActions')}</p>}
            <HelpCard />
            <ProvidersCard settings={settings} />
            <ClientsCard settings={settings} />
            <PasswordsCard settings={settings} />
            <SignInMethodsCard methods={settings.ways} />
          </>
        )}
      </QueryPage>
    </AdminContext>
  )
}
