import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { linkParent } from '../../../../../contract/endpoints/family/own-accounts.ts'
import { filled } from '../../../../../contract/fields.ts'
import { call } from '../../../core/api/call.ts'
import { notify } from '../../../core/notices/notices.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'

const fields = z.object({ code: filled(40) })

/** Asks for the code of the parent account and links the accounts. It stays open after a failure, with what was typed. */
export function EnterTeacherCode({ onLinked, onClose }: { onLinked: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation('account')
  const form = useForm({
    schema: fields,
    values: { code: '' },
    texts: { code: t('schools.fieldEmpty') },
    async submit({ code }) {
      await call(linkParent, { code })
      await onLinked()
      onClose()
      notify('success', t('own.linked'))
    },
  })
  return (
    <FormDialog
      title={t('own.enterTitle')}
      action={t('own.link')}
      form={form}
      offline={t('own.offline')}
      onClose={onClose}
    >
      <p>{t('own.enterHint')}</p>
      <TextField
        {...form.field('code')}
        label={t('schools.field')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
    </FormDialog>
  )
}
