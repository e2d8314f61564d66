import * as z from 'zod/mini'
import { saveSignInMethods, type SignInSettings } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useTexts } from '../portal-context.ts'
import { PathsCard } from './PathsCard.tsx'
import { ProvidersCard } from './ProvidersCard.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { useSignInChange } from './use-sign-in-change.ts'

/** Accounts elsewhere, and sign-in by what an address carries. */
export default function MethodsPage() {
  return (
    <SignInFrame part="methods">
      {(settings) => (
        <>
          <ProvidersCard settings={settings} />
          <SignInMethodsCard methods={settings.ways} />
          <PathsCard />
        </>
      )}
    </SignInFrame>
  )
}

const METHODS = ['password', 'accessToken', 'userClient', 'ticket'] as const

function typed(shown: SignInSettings['ways']) {
  const { version: _, ...methods } = shown
  return methods
}

function SignInMethodsCard({ methods }: { methods: SignInSettings['ways'] }) {
  const t = useTexts()
  const save = useSignInChange(saveSignInMethods, { done: t('settings.saved') })
  const form = useForm({
    schema: z.omit(saveSignInMethods.request, { version: true }),
    values: typed(methods),
    record: { endpoint: saveSignInMethods, version: methods.version, valuesOf: typed },
    submit: (values, version) => save.mutateAsync({ ...values, version: version ?? '' }),
  })
  return (
    <Card title={t('signIn.ways.title')} hint={t('signIn.ways.hint')}>
      <form {...form.props} className="k-form">
        {METHODS.map((method) => (
          <SwitchField
            key={method}
            {...form.register(method)}
            label={t(`signIn.ways.${method}.label`)}
            hint={t(`signIn.ways.${method}.hint`)}
            warning={t(`signIn.ways.${method}.warning`)}
          />
        ))}
        <FormFooter form={form} />
      </form>
    </Card>
  )
}
