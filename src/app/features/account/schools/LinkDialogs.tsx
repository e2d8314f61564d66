import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { createLinkCode } from '../../../../../contract/endpoints/family/linked-schools.ts'
import type { createTeacherCode } from '../../../../../contract/endpoints/family/own-accounts.ts'
import { filled } from '../../../../../contract/fields.ts'
import { call } from '../../../core/api/call.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { Dialog, NARROW_DIALOG } from '../../../ui/dialog/Dialog.tsx'
import { RetryButton } from '../../../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { CopyText } from '../../../ui/fields/CopyText.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { formatDateTime } from '../../../ui/format/format.ts'

/** Makes a code and shows it this once. `hint` says where it is typed. */
export function MakeCodeDialog({
  create,
  hint,
  onClose,
}: {
  create: typeof createLinkCode | typeof createTeacherCode
  hint: string
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation('common')
  const language = useLanguage()
  const dialogId = useId()
  // One code for each time that the dialog is open.
  const { data, isError, refetch } = useQuery({
    queryKey: [create.name, dialogId],
    queryFn: () => call(create, {}),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Dialog title={t('schools.codeTitle')} width={NARROW_DIALOG} onClose={onClose} done={common('close')}>
      <div className="k-form">
        <p>{hint}</p>
        {isError && (
          <p className="k-note">
            {t('schools.failedCode')} <RetryButton kind="plain" onRetry={refetch} />
          </p>
        )}
        {!data && !isError && <Skeleton lines={2} label={t('schools.making')} />}
        {data && (
          <>
            <CopyText label={t('schools.codeTitle')} text={data.code} />
            <p className="k-soft">{t('schools.codeUntil', { time: formatDateTime(data.expiresAt, language) })}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}

const fields = z.object({ code: filled(40) })

/** Asks for a code by which `onCode` links two accounts; `hint` says where it comes from. It stays open after a failure, with what was typed. */
export function EnterCodeDialog({
  hint,
  onCode,
  onClose,
}: {
  hint: string
  onCode: (code: string) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const form = useForm({
    schema: fields,
    values: { code: '' },
    texts: { code: t('schools.fieldEmpty') },
    async submit({ code }) {
      await onCode(code)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('schools.enterTitle')}
      action={t('schools.link')}
      form={form}
      offline={t('schools.offline')}
      onClose={onClose}
    >
      <p>{hint}</p>
      <TextField
        {...form.field('code')}
        label={t('schools.codeTitle')}
        autoCapitalize="characters"
        spellCheck={false}
      />
    </FormDialog>
  )
}
