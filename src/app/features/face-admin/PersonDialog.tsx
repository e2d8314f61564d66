import { reportFailure, describeFailure } from '../../core/notices/report-failure.ts'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { consents, removeFaces, withdrawConsent } from '../../../../contract/endpoints/faces/face.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FormFailure } from '../../ui/fields/FormFooter.tsx'
import { notify } from '../../core/notices/notices.ts'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useQuery } from '../../core/state/use-query.ts'
import { useFaceAdmin, type Person } from './face-admin-context.ts'
import { PaperConsentDialog } from './PaperConsentDialog.tsx'
import { PersonState, type PersonAction } from './PersonState.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'

/** One person's consent and photos, and the administrator's actions. */
export function PersonDialog({
  person: { userId, realName },
  onChanged,
  onClose,
}: {
  person: Person
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('faceAdmin')
  const { t: common } = useTranslation('common')
  const online = useOnline()
  const { TakeFaceDialog } = useFaceAdmin()
  const read = useCallback((signal?: AbortSignal) => call(consents, { userId }, signal ? { signal } : {}), [userId])
  const { query, show, reload, retry } = useQuery(online, read)
  const [open, setOpen] = useState<PersonAction | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [saved, setSaved] = useState(0)
  const close = () => {
    setOpen(null)
    setFailure(null)
  }
  const refresh = async () => {
    await Promise.all([reload().catch(reportFailure), onChanged()])
  }
  const change = async (work: () => Promise<unknown>, told: string) => {
    setFailure(null)
    await work()
    close()
    notify('success', told)
    await refresh()
  }
  const question = (action: 'remove' | 'withdraw', work: () => Promise<unknown>) => (
    <QuestionDialog
      open={open === action}
      question={t(`person.${action}Question`, { name: realName })}
      action={t(`person.${action}`)}
      disabled={!online}
      onClose={close}
      onConfirm={() => change(work, t(`person.${action}Done`))}
      onFailure={setFailure}
    >
      <p>{t(`person.${action}Hint`)}</p>
      <FormFailure failure={failure === null ? null : describeFailure(failure)} />
    </QuestionDialog>
  )

  return (
    <Dialog open title={t('person.title', { name: realName })} width="560px" onClose={onClose}>
      {content()}
      {query.status === 'ready' && (
        <PaperConsentDialog
          open={open === 'paper'}
          person={{ userId, realName }}
          textVersion={query.value.textVersion}
          onRecorded={refresh}
          onClose={close}
        />
      )}
      <TakeFaceDialog
        open={open === 'take'}
        title={t('person.title', { name: realName })}
        userId={userId}
        onSaved={() => {
          setSaved((now) => now + 1)
          return refresh()
        }}
        onClose={close}
      />
      {question('remove', () => call(removeFaces, { userId }))}
      {question('withdraw', async () => show(await call(withdrawConsent, { userId })))}
    </Dialog>
  )

  function content() {
    if (query.status === 'ready') return <PersonState key={saved} state={query.value} onAct={setOpen} />
    if (!online) return <EmptyState title={t('offline')} hint={t('offlineHint')} />
    if (query.status === 'loading') return <Skeleton label={common('loading')} lines={4} />
    return <EmptyState title={t('failed')} action={<Button onClick={retry}>{common('retry')}</Button>} />
  }
}
