import * as z from 'zod/mini'
import {
  readService,
  removeService,
  saveService,
  SPEECH_REGION,
  type SpeechServiceSettings,
} from '../../../contract/endpoints/voice-settings.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { ConfirmButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { useLabels, useTexts } from '../portal-context.ts'
import { SecretField } from '../sign-in/SecretField.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'

const schema = z.omit(saveService.request, { version: true })

const valuesOf = ({ service }: SpeechServiceSettings) => ({
  region: service?.region ?? SPEECH_REGION,
  tokenUrl: service?.tokenUrl ?? '',
  gatewayUrl: service?.gatewayUrl ?? '',
  keyId: service?.keyId ?? '',
  keySecret: '',
  appKey: service?.appKey ?? '',
  englishAppKey: service?.englishAppKey ?? '',
})

/** The unit's account at a speech service; without one browsers recognise speech by themselves. */
export function SpeechServiceForm({ settings }: { settings: SpeechServiceSettings }) {
  const t = useTexts()
  const labels = useLabels()
  const shows = endpointQuery(readService, {})
  const save = useChange(saveService, { done: t('settings.saved'), shows })
  const remove = useChange(removeService, { done: t('settings.voice.removed'), shows })
  const { service, reachesAllAccounts } = settings
  const form = useForm({
    schema,
    values: valuesOf(settings),
    record: { endpoint: saveService, version: settings.version, valuesOf },
    submit: (values, version) => save.mutateAsync({ ...values, version: version ?? '' }),
  })
  const { keyId, tokenUrl, region } = form.watch()
  const isElsewhere =
    service !== null && (keyId !== service.keyId || tokenUrl !== service.tokenUrl || region !== service.region)

  return (
    <Card
      title={t('settings.voice.service')}
      hint={t(service ? 'settings.voice.serviceHint' : 'settings.voice.noService')}
    >
      {!reachesAllAccounts && <p className="k-field__hint">{t('signIn.administratorsOnly')}</p>}
      <form {...form.props} className="k-form">
        <fieldset className="k-stack" disabled={!reachesAllAccounts}>
          <div className="k-form__pair">
            <TextField {...form.field('keyId')} label={t('trail.fields.keyId')} hint={t('settings.voice.keyIdHint')} />
            <SecretField
              {...form.field('keySecret')}
              label={t('settings.voice.keySecret')}
              isSet={service !== null}
              again={isElsewhere && t('settings.voice.secretAgain')}
            />
          </div>
          <div className="k-form__pair">
            <TextField {...form.field('appKey')} label={t('settings.voice.appKey')} />
            <TextField {...form.field('englishAppKey')} {...labels('settings.voice.englishAppKey')} />
          </div>
          <TextField {...form.field('region')} label={t('trail.fields.region')} placeholder={SPEECH_REGION} />
          <details className="ad-details">
            <summary>{t('settings.voice.addresses')}</summary>
            <p className="k-field__hint">{t('settings.voice.addressesHint')}</p>
            <TextField
              {...form.field('tokenUrl')}
              label={t('trail.fields.tokenUrl')}
              inputMode="url"
              placeholder="https://"
            />
            <TextField
              {...form.field('gatewayUrl')}
              label={t('settings.voice.gatewayUrl')}
              inputMode="url"
              placeholder="wss://"
            />
          </details>
        </fieldset>
        {reachesAllAccounts && (
          <FormFooter form={form}>
            {service && (
              <ConfirmButton
                question={t('settings.voice.removeQuestion')}
                hint={t('settings.voice.removeHint')}
                action={t('settings.voice.remove')}
                change={() => remove.mutateAsync({})}
              />
            )}
          </FormFooter>
        )}
      </form>
    </Card>
  )
}
