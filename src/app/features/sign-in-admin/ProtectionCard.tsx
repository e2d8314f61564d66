import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import {
  adminAccess,
  ADMIN_NETWORKS_MAX,
  type AdminProtection,
  readAdminProtection,
  saveAdminProtection,
} from '../../../../contract/endpoints/sign-in/admin-access.ts'
import { linesOf } from '../../../../contract/rules/fields/web-address.ts'
import { call } from '../../core/api/call.ts'
import { notify } from '../../core/notices/notices.ts'
import { endpointQuery, renew, showResponse } from '../../core/query/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryContent } from '../../ui/feedback/QueryContent.tsx'
import { LinesField } from '../../ui/fields/LinesField.tsx'
import { SwitchField } from '../../ui/fields/SwitchField.tsx'
import { FormFooter } from '../../ui/form/FormFooter.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from './Card.tsx'

/** Of an IPv6 network with its prefix, and a line break. */
const LINE_LENGTH = 44

/** What the unit asks of its administrators besides their password. */
export function ProtectionCard() {
  const { t } = useTranslation('signInAdmin')
  const query = useQuery(endpointQuery(readAdminProtection, {}))
  return (
    <Card title={t('protection.title')} hint={t('protection.hint')}>
      <QueryContent query={query} lines={4} retry="plain" text={(key) => t(key)}>
        {(protection) => <ProtectionForm protection={protection} />}
      </QueryContent>
    </Card>
  )
}

interface Values {
  secondFactor: boolean
  networks: string
}

function ProtectionForm({ protection: { secondFactor, networks, address } }: { protection: AdminProtection }) {
  const { t } = useTranslation('signInAdmin')
  const form = useForm({
    schema: z.pipe(
      z.transform((values: Values) => ({ ...values, networks: linesOf(values.networks) })),
      saveAdminProtection.request,
    ),
    values: { secondFactor, networks: networks.join('\n') },
    async submit(input) {
      const now = await call(saveAdminProtection, input)
      await showResponse(readAdminProtection, {}, now)
      void renew(adminAccess)
      notify('success', t('saved'))
    },
  })
  const listed = linesOf(form.watch('networks'))

  return (
    <form {...form.props} className="k-form">
      <SwitchField
        {...form.field('secondFactor')}
        label={t('protection.secondFactor')}
        hint={t('protection.secondFactorHint')}
      />
      <LinesField
        autoComplete="off"
        {...form.field('networks')}
        label={t('protection.networks')}
        hint={t('protection.networksHint')}
        maxLength={ADMIN_NETWORKS_MAX * LINE_LENGTH}
        inputMode="url"
        placeholder="203.0.113.0/24"
      />
      <div className="n-own-address">
        <p>{t('protection.address', { address })}</p>
        {!listed.includes(address) && (
          <Button onClick={() => form.change('networks', [...listed, address].join('\n'))}>
            {t('protection.addAddress')}
          </Button>
        )}
      </div>
      <FormFooter form={form} />
    </form>
  )
}
