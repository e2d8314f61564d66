import * as z from 'zod/mini'
import * as storageAdmin from '../../../contract/endpoints/storage/storage-admin.ts'
import type { ClassUse } from '../../../contract/endpoints/storage/storage-admin.ts'
import { quotaField, showQuota, TYPED_LENGTH } from './storage-quotas.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { useLocale } from '../portal-context.ts'

/** The figure of one class; an empty field is that of all classes. */
export function ClassQuotaDialog({
  use: { classId, name: chinese, englishName, quota },
  common,
  onClose,
}: {
  use: ClassUse
  /** Of all classes. */
  common: number | null
  onClose: () => void
}) {
  const { t, language } = useLocale()
  const name = language === 'en' ? englishName : chinese
  const save = useChange(storageAdmin.saveClassQuota, {
    done: t('storage.classes.saved', { name }),
    shows: endpointQuery(storageAdmin.quotas, {}),
  })
  const form = useForm({
    schema: z.object({ quota: quotaField(quota) }),
    values: { quota: showQuota(quota) },
    async submit(values) {
      await save.mutateAsync({ classId, ...values })
      onClose()
    },
  })
  return (
    <FormDialog title={t('storage.classes.dialog', { name })} form={form} onClose={onClose}>
      <TextField
        {...form.field('quota')}
        label={t('storage.classes.field')}
        unit="GB"
        hint={
          common === null
            ? t('storage.classes.fieldHintFree')
            : t('storage.classes.fieldHint', { quota: formatBytes(common, language) })
        }
        inputMode="decimal"
        maxLength={TYPED_LENGTH}
      />
    </FormDialog>
  )
}
