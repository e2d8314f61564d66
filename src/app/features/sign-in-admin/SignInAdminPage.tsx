import './sign-in-admin.css'
import { use } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  settings as settingsEndpoint,
  type SignInSettings,
  saveSignInMethods,
} from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'
import { endpointQuery, showResponse } from '../../core/query/query-client.ts'
import { renewDocument } from '../../core/tenant/renew-document.ts'
import { type ProofDialog, ShowSettings } from './admin-context.ts'
import { ClientsCard } from './ClientsCard.tsx'
import { HelpCard } from './HelpCard.tsx'
import { PasswordsCard } from './PasswordsCard.tsx'
import { ProtectionCard } from './ProtectionCard.tsx'
import { ProvidersCard } from './ProvidersCard.tsx'
import { notify } from '../../core/notices/notices.ts'
import { usePermitted } from '../../ui/layout/Permitted.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Card } from './Card.tsx'
import { SwitchField } from '../../ui/fields/SwitchField.tsx'
import { FormFooter } from '../../ui/form/FormFooter.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'

const WAITING_MAIL_INTERVAL = 10_000

/** The settings of sign-in, and help for people who cannot sign in: each for those who have its permission. */
export function SignInAdminPage({ ProofDialog }: { ProofDialog: ProofDialog }) {
  const online = useOnline()
  const { t } = useTranslation('signInAdmin')
  const maySet = usePermitted('base_unit')
  const mayHelp = usePermitted('base_user_reset')
  const query = useQuery({
    ...endpointQuery(settingsEndpoint, {}),
    enabled: maySet,
    // Mail that is being tried may arrive meanwhile.
    refetchInterval: ({ state }) => (state.data?.undelivered?.waiting ? WAITING_MAIL_INTERVAL : false),
  })

  const showSettings = (settings: SignInSettings, told: string) => {
    void showResponse(settingsEndpoint, {}, settings)
    // The service worker's cached login page must show the change too.
    renewDocument()
    notify('success', told)
  }

  if (!maySet) {
    return (
      <div className="k-page n-page">
        <PageHeader title={t('title')} />
        {!online && <p className="k-caution">{t('offlineActions')}</p>}
        <HelpCard ProofDialog={ProofDialog} />
      </div>
    )
  }
  return (
    <ShowSettings value={showSettings}>
      <QueryPage className="n-page" text={(key) => t(key)} query={query} lines={12}>
        {(settings) => (
          <>
            {!online && <p className="k-caution">{t('offlineActions')}</p>}
            {mayHelp && <HelpCard ProofDialog={ProofDialog} />}
            <ProvidersCard settings={settings} />
            <ClientsCard settings={settings} />
            <PasswordsCard settings={settings} />
            <SignInMethodsCard methods={settings.ways} />
            <ProtectionCard />
          </>
        )}
      </QueryPage>
    </ShowSettings>
  )
}

const METHODS = ['password', 'accessToken', 'userClient', 'ticket'] as const

function SignInMethodsCard({ methods }: { methods: SignInSettings['ways'] }) {
  const { t } = useTranslation('signInAdmin')
  const show = use(ShowSettings)
  const form = useForm({
    schema: saveSignInMethods.request,
    values: methods,
    async submit(values) {
      show(await call(saveSignInMethods, values), t('saved'))
    },
  })
  return (
    <Card title={t('ways.title')} hint={t('ways.hint')}>
      <form {...form.props} className="k-form">
        {METHODS.map((method) => (
          <SwitchField
            key={method}
            {...form.register(method)}
            label={t(`ways.${method}.label`)}
            hint={t(`ways.${method}.hint`)}
            warning={t(`ways.${method}.warning`)}
          />
        ))}
        <FormFooter form={form} />
      </form>
    </Card>
  )
}
