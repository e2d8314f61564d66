import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { notify } from '../../kit/notices.ts'

/** What a person is asked before something is taken away. */
export interface Question {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** Takes it away, and resolves to what the person is told. */
  readonly confirm: () => Promise<string>
}

/** Asks before something is taken away, has it taken away and says so. It stays open when that fails, so that it can be tried again. */
export function ConfirmDialog({
  asked,
  onClose,
  onFailure,
}: {
  asked: Question | null
  onClose: () => void
  onFailure: (error: unknown) => void
}) {
  const { t: common } = useTranslation('common')
  const [busy, setBusy] = useState(false)

  const confirm = async (question: Question) => {
    setBusy(true)
    try {
      notify('success', await question.confirm())
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={asked !== null}
      role="alertdialog"
      title={asked?.question ?? ''}
      onClose={onClose}
      footer={
        asked && (
          <>
            <Button onClick={onClose}>{common('cancel')}</Button>
            <Button kind="danger" busy={busy} onClick={() => void confirm(asked)}>
              {asked.action}
            </Button>
          </>
        )
      }
    >
      <p>{asked?.hint}</p>
    </Dialog>
  )
}
