import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import {
  RETENTION_DAYS,
  type FaceSettings,
  type ShownFaceSettings,
} from '../../../contract/endpoints/faces/face-admin.ts'
import { faceSettingsForm, openToPhotos } from './face-settings.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useTexts } from '../portal-context.ts'

/** Longer than the longest number of days. */
const TYPED_LENGTH = 8

/** What faces are used for and additional factors, each with what it does and does not prevent. */
export function FaceSettingsForm({ settings }: { settings: ShownFaceSettings }) {
  const t = useTexts()
  const save = useChange(faceAdmin.saveSettings, {
    done: t('faces.saved'),
    shows: endpointQuery(faceAdmin.settings, {}),
  })
  const form = useForm({
    schema: faceSettingsForm,
    values: typedSettings(settings),
    record: { endpoint: faceAdmin.saveSettings, version: settings.version, valuesOf: typedSettings },
    submit: (values, version) => save.mutateAsync({ ...values, version: version ?? '' }),
  })
  const typed = form.watch()
  const open = openToPhotos(typed)
  const days = faceSettingsForm.shape.retentionDays.safeParse(typed.retentionDays).data
  const isShorter = days !== undefined && days < settings.retentionDays

  const choice = (name: Exclude<keyof FaceSettings, 'retentionDays'>, warning?: string) => (
    <SwitchField
      {...form.register(name)}
      label={t(`faces.settings.${name}.label`)}
      hint={t(`faces.settings.${name}.hint`)}
      warning={warning}
    />
  )

  return (
    <Card title={t('faces.settings.title')} className="fa-card" form={form.props}>
      <h3>{t('faces.settings.uses')}</h3>
      {choice('signIn', open.signIn ? t('faces.settings.signIn.open') : undefined)}
      {choice('clockIn', open.clockIn ? t('faces.settings.clockIn.open') : undefined)}
      <h3>{t('faces.settings.protection')}</h3>
      {choice('headTurn')}
      {choice('needsPin')}
      {choice('needsKnownDevice')}
      <h3>{t('faces.settings.keeping')}</h3>
      <TextField
        {...form.field('retentionDays')}
        label={t('faces.settings.retention')}
        unit={t('faces.settings.days')}
        hint={t(isShorter ? 'faces.settings.retentionShorter' : 'faces.settings.retentionHint', RETENTION_DAYS)}
        inputMode="numeric"
        maxLength={TYPED_LENGTH}
      />
      <FormFooter form={form} />
    </Card>
  )
}

function typedSettings(shown: ShownFaceSettings) {
  const { version: _, ...settings } = shown
  return { ...settings, retentionDays: String(settings.retentionDays) }
}
