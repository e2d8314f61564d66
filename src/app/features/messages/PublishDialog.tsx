import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { MESSAGE_LENGTH, MESSAGE_URL_LENGTH, publish } from '../../../../contract/endpoints/messages.ts'
import { call } from '../../core/api/call.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { LinesField } from '../../ui/fields/LinesField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { IMPORTANCES } from './importance.ts'

const USER_TYPES = [2, 1, 3, 4] as const
type UserType = (typeof USER_TYPES)[number]
const USUAL = 2

interface Values {
  text: string
  importance: number
  userTypes: UserType[]
  url: string
}

export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages')
  const form = useForm({
    schema: z.pipe(
      z.transform(({ url, ...values }: Values) => ({ ...values, ...(url.trim() !== '' && { url: url.trim() }) })),
      publish.request,
    ),
    values: { text: '', importance: USUAL, userTypes: [...USER_TYPES], url: '' },
    texts: { text: t('publish.textMissing'), userTypes: t('publish.toMissing'), url: t('publish.urlWrong') },
    async submit(message) {
      const { recipients } = await call(publish, message)
      notify('success', t('publish.sent', { count: recipients }))
      onClose()
    },
    onFailure: reportFailure,
  })
  return (
    <FormDialog
      title={t('publish.title')}
      width="min(560px, 100vw)"
      form={form}
      action={t('publish.send')}
      onClose={onClose}
    >
      <LinesField {...form.field('text')} label={t('publish.text')} rows={4} maxLength={MESSAGE_LENGTH} />
      <ChoicesField
        type="radio"
        name="importance"
        label={t('publish.importance')}
        chosen={[form.watch('importance')]}
        options={IMPORTANCES.map((one) => [one, t(`importance.${one}`)])}
        onChange={([chosen]) => chosen !== undefined && form.change('importance', chosen)}
      />
      <ChoicesField
        type="checkbox"
        name="userTypes"
        label={t('publish.to')}
        error={form.errorOf('userTypes')}
        chosen={form.watch('userTypes')}
        options={USER_TYPES.map((type) => [type, t(`publish.types.${type}`)])}
        onChange={(chosen) => form.change('userTypes', chosen)}
      />
      <TextField
        {...form.field('url')}
        label={t('publish.url')}
        hint={t('publish.urlHint')}
        inputMode="url"
        autoComplete="off"
        maxLength={MESSAGE_URL_LENGTH}
      />
    </FormDialog>
  )
}
