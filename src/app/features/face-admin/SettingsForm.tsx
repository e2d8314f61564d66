import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { RETENTION_DAYS, saveSettings, type FaceSettings } from '../../../../contract/endpoints/faces/face-admin.ts'
import { faceSettingsForm, openToPhotos } from '../../../../contract/rules/faces/face-settings.ts'
import { call } from '../../core/api/call.ts'
import { FormFooter } from '../../ui/form/FormFooter.tsx'
import { notify } from '../../core/notices/notices.ts'
import { SwitchField } from '../../ui/fields/SwitchField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'

/** Longer than the longest number of days. */
const TYPED_LENGTH = 8

/** What faces are used for and additional factors, each with what it does and does not prevent. */
export function SettingsForm({
  settings,
  onSaved,
}: {
  settings: FaceSettings
  onSaved: (settings: FaceSettings) => void
}) {
  const { t } = useTranslation('faceAdmin')
  const id = useId()
  const form = useForm({
    schema: faceSettingsForm,
    values: { ...settings, retentionDays: String(settings.retentionDays) },
    async submit(values) {
      onSaved(await call(saveSettings, values))
      notify('success', t('saved'))
    },
  })
  const typed = form.watch()
  const open = openToPhotos(typed)
  const days = faceSettingsForm.shape.retentionDays.safeParse(typed.retentionDays).data
  const isShorter = days !== undefined && days < settings.retentionDays

  const choice = (name: Exclude<keyof FaceSettings, 'retentionDays'>, warning?: string) => (
    <SwitchField
      {...form.register(name)}
      label={t(`settings.${name}.label`)}
      hint={t(`settings.${name}.hint`)}
      warning={warning}
    />
  )

  return (
    <form {...form.props} className="k-card k-stack fa-card" aria-labelledby={id}>
      <h2 id={id}>{t('settings.title')}</h2>
      <h3>{t('settings.uses')}</h3>
      {choice('signIn', open.signIn ? t('settings.signIn.open') : undefined)}
      {choice('clockIn', open.clockIn ? t('settings.clockIn.open') : undefined)}
      <h3>{t('settings.protection')}</h3>
      {choice('headTurn')}
      {choice('needsPin')}
      {choice('needsKnownDevice')}
      <h3>{t('settings.keeping')}</h3>
      <TextField
        {...form.field('retentionDays')}
        label={t('settings.retention')}
        unit={t('settings.days')}
        hint={t(isShorter ? 'settings.retentionShorter' : 'settings.retentionHint', RETENTION_DAYS)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={TYPED_LENGTH}
      />
      <FormFooter form={form} />
    </form>
  )
}
