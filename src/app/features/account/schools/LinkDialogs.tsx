import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import * as linkedSchools from '../../../../../contract/endpoints/family/linked-schools.ts'
import type { createTeacherCode } from '../../../../../contract/endpoints/family/own-accounts.ts'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../../core/api/call.ts'
import { linkedSchoolsKey } from '../../../core/storage/home-keys.ts'
import { schoolName, showLinkedSchools } from '../../../core/family/linked-schools.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { notify } from '../../../core/notices/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../ui/dialog/Dialog.tsx'
import { RetryButton } from '../../../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { CopyText } from '../../../ui/fields/CopyText.tsx'
import { formatDateTime } from '../../../ui/format/format.ts'
import { renewAccount } from '../account-query.ts'
import { EnterCodeForm } from '../EnterCodeForm.tsx'

/** Makes a code and shows it this once. `hint` says where it is typed. */
export function MakeCodeDialog({
  create,
  hint,
  onClose,
}: {
  create: typeof linkedSchools.createLinkCode | typeof createTeacherCode
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
    <Dialog
      title={t('schools.codeTitle')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
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

/** Asks for the code of the other school and links the accounts. */
export function EnterCodeDialog({
  user,
  onClose,
}: {
  user: Pick<SessionUser, 'userId' | 'userType'>
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  return (
    <EnterCodeForm
      title={t('schools.enterTitle')}
      hint={t('schools.enterHint')}
      action={t('schools.link')}
      offline={t('schools.offline')}
      onClose={onClose}
      onCode={async (code) => {
        const before = new Set((linkedSchoolsKey(user.userId).get() ?? []).map(({ linkId }) => linkId))
        const links = await call(linkedSchools.link, { code })
        await showLinkedSchools(user, links)
        void renewAccount()
        onClose()
        const made = links.find(({ linkId }) => !before.has(linkId)) ?? links.at(-1)
        if (made) notify('success', t('schools.linked', { school: schoolName(made, language) }))
      }}
    />
  )
}
