import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  ownContact,
  ownSessions,
  saveOwnContact,
  saveOwnEmail,
  type OwnContact,
} from '../../../../../contract/endpoints/account.ts'
import { call } from '../../../core/api/call.ts'
import { endpointQuery } from '../../../core/query/query-client.ts'
import { useChange } from '../../../core/query/use-change.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormFooter } from '../../../ui/form/FormFooter.tsx'
import { useForm, type FieldInput } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/record/Card.tsx'
import { ProofDialog } from '../proof/ProofDialog.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'

/** How the school reaches the user: numbers, and the address for a forgotten password, which needs the proof to be changed. */
export function ContactCard() {
  const { t } = useTranslation('account')
  const query = useQuery(endpointQuery(ownContact, {}))
  return (
    <Card id="account-contact" title={t('contact.title')} hint={t('contact.hint')}>
      {query.data && <NumbersForm numbers={query.data} />}
      {query.data && <EmailRow email={query.data.email} />}
      {!query.data && <Loaded query={query} lines={2} />}
    </Card>
  )
}

function NumbersForm({ numbers: { phone, phoneShown, contact } }: { numbers: OwnContact }) {
  const { t } = useTranslation('account')
  const save = useChange(saveOwnContact, {
    done: (_, now) => {
      const isDeleted = now.phone === '' && now.contact === '' && phone + contact !== ''
      return t(isDeleted ? 'contact.deleted' : 'contact.saved')
    },
    undo: () => () => call(saveOwnContact, { phone, contact }),
    undone: t('contact.restored'),
    shows: endpointQuery(ownContact, {}),
    renews: [ownContact],
  })
  const form = useForm({
    schema: saveOwnContact.request,
    values: { phone: phoneShown, contact },
    submit: (values) => save.mutateAsync(values),
  })
  return (
    <form {...form.props} className="k-form">
      <div className="k-form__pair">
        <TextField
          {...form.field('phone')}
          label={t('contact.phone')}
          hint={t('contact.phoneHint')}
          type="tel"
          autoComplete="tel-national"
        />
        <TextField {...form.field('contact')} label={t('contact.other')} hint={t('contact.otherHint')} type="tel" />
      </div>
      <FormFooter form={form} />
    </form>
  )
}

function EmailRow({ email }: { email: string }) {
  const { t } = useTranslation('account')
  const [asking, setAsking] = useState(false)
  const save = useChange(saveOwnEmail, { shows: endpointQuery(ownContact, {}), renews: [ownSessions] })
  return (
    <div className="a-contact__email">
      <div>
        <h3>{t('contact.email')}</h3>
        <p className={email ? undefined : 'k-soft'}>{email || t('contact.emailNone')}</p>
      </div>
      <Button needsNetwork onClick={() => setAsking(true)}>
        {t('contact.emailChange')}
      </Button>
      <ProofDialog
        asked={
          asking
            ? {
                question: t('contact.emailQuestion'),
                hint: t('contact.emailHint'),
                action: t('contact.emailSave'),
                asks: { schema: saveOwnEmail.request.shape.email, initial: email, Field: EmailField },
                async confirm(proof, wanted) {
                  // The card stays, and would keep the password.
                  const now = await save.mutateAsync({ email: wanted, ...proof }).finally(save.reset)
                  setAsking(false)
                  return t(now.email ? 'contact.emailSaved' : 'contact.emailDeleted')
                },
              }
            : null
        }
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

function EmailField(input: FieldInput) {
  const { t } = useTranslation('account')
  return (
    <TextField
      {...input}
      label={t('contact.email')}
      hint={t('contact.emailFieldHint')}
      type="email"
      autoComplete="email"
    />
  )
}
