import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { filled } from '../../../../contract/fields.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const CODE_LENGTH = 40
const fields = z.object({ code: filled(CODE_LENGTH) })

/** Asks for a code by which `onCode` links two accounts. It stays open after a failure, with what was typed. */
export function EnterCodeForm({
  title,
  hint,
  action,
  offline,
  onCode,
  onClose,
}: {
  title: string
  /** Where the code comes from. */
  hint: string
  action: string
  /** Text while the device is offline. */
  offline: string
  onCode: (code: string) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const form = useForm({
    schema: fields,
    values: { code: '' },
    texts: { code: t('schools.fieldEmpty') },
    submit: ({ code }) => onCode(code),
  })
  return (
    <FormDialog title={title} action={action} form={form} offline={offline} onClose={onClose}>
      <p>{hint}</p>
      <TextField
        {...form.field('code')}
        label={t('schools.codeTitle')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={CODE_LENGTH}
      />
    </FormDialog>
  )
}
