import { useTranslation } from 'react-i18next'
import { saveSignInMethods, type SignInSettings } from '../../../../contract/endpoints/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { notify } from '../../core/notices/notices.ts'
import { useAdmin, useForm } from './admin-context.ts'
import { Card } from './Card.tsx'
import { SwitchField, FormFooter } from './Fields.tsx'

const METHODS = ['password', 'accessToken', 'userClient', 'ticket'] as const

export function SignInMethodsCard({ methods }: { methods: SignInSettings['ways'] }) {
  const { t } = useTranslation('signInAdmin')
  const { show } = useAdmin()
  const form = useForm({
    initial: methods,
    check: () => [],
    async send(values) {
      show(await call(saveSignInMethods, values))
      notify('success', t('saved'))
    },
  })
  return (
    <Card title={t('ways.title')} hint={t('ways.hint')}>
      <form {...form.props} className="n-form">
        {METHODS.map((method) => (
          <SwitchField
            key={method}
            form={form}
            name={method}
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
