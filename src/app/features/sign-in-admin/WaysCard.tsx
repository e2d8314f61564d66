import { useTranslation } from 'react-i18next'
import { saveWays, type SignInSettings } from '../../../../contract/endpoints/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { notify } from '../../core/notices/notices.ts'
import { useAdmin } from './admin-context.ts'
import { Card } from './Card.tsx'
import { SwitchField } from './Fields.tsx'
import { FormFooter } from './FormFooter.tsx'
import { useForm } from './use-form.ts'

const WAYS = ['password', 'accessToken', 'userClient', 'ticket'] as const

/** Which ways in an address may carry; each says what it opens before it is turned on. */
export function WaysCard({ ways }: { ways: SignInSettings['ways'] }) {
  const { t } = useTranslation('signInAdmin')
  const { show } = useAdmin()
  const form = useForm({
    initial: ways,
    check: () => [],
    async send(values) {
      show(await call(saveWays, values))
      notify('success', t('saved'))
    },
  })
  return (
    <Card title={t('ways.title')} hint={t('ways.hint')}>
      <form {...form.props} className="n-form">
        {WAYS.map((way) => (
          <SwitchField
            key={way}
            form={form}
            name={way}
            label={t(`ways.${way}.label`)}
            hint={t(`ways.${way}.hint`)}
            warning={t(`ways.${way}.warning`)}
          />
        ))}
        <FormFooter form={form} />
      </form>
    </Card>
  )
}
