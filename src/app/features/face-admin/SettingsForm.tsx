import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { RETENTION_DAYS, saveSettings, type FaceSettings } from '../../../../contract/endpoints/faces/face-admin.ts'
import {
  checkFaceSettings,
  openToPhotos,
  parseRetentionDays,
  readFaceSettings,
} from '../../../../contract/rules/face-settings.ts'
import { call } from '../../core/api/call.ts'
import { FormFooter } from '../../ui/fields/FormFooter.tsx'
import { notify } from '../../core/notices/notices.ts'
import { SwitchField } from '../../ui/fields/SwitchField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/fields/use-form.ts'

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
    initial: { ...settings, retentionDays: String(settings.retentionDays) },
    check: checkFaceSettings,
    async send(values) {
      onSaved(await call(saveSettings, readFaceSettings(values)))
      notify('success', t('saved'))
    },
  })
  const open = openToPhotos(form.values)
  const days = parseRetentionDays(form.values.retentionDays)
  const isShorter = days !== undefined && days < settings.retentionDays

  const choice = (name: Exclude<keyof FaceSettings, 'retentionDays'>, warning?: string) => (
    <SwitchField
      name={name}
      label={t(`settings.${name}.label`)}
      hint={t(`settings.${name}.hint`)}
      warning={warning}
      checked={form.values[name]}
      onChange={(checked) => form.set(name, checked)}
    />
  )

  return (
    <form {...form.props} className="k-card fa-card" aria-labelledby={id}>
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
        name="retentionDays"
        label={t('settings.retention')}
        unit={t('settings.days')}
        hint={t(isShorter ? 'settings.retentionShorter' : 'settings.retentionHint', RETENTION_DAYS)}
        error={form.problems['retentionDays'] ?? ''}
        value={form.values.retentionDays}
        inputMode="numeric"
        autoComplete="off"
        maxLength={TYPED_LENGTH}
        onChange={(event) => form.set('retentionDays', event.currentTarget.value)}
      />
      <FormFooter form={form} texts={{ save: t('save'), unsaved: t('unsaved') }} />
    </form>
  )
}
