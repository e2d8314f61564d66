import { useTranslation } from 'react-i18next'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { notify } from '../../core/notices/notices.ts'

/** What a person is asked before something is taken away. */
export interface Question {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** Does it; resolves to the text of the notice. */
  readonly confirm: () => Promise<string>
}

/** Asks before something is taken away, has it taken away and says so. It stays open when that fails, so that it can be tried again. */
export function ConfirmDialog({ asked, onClose }: { asked: Question | null; onClose: () => void }) {
  const { t: common } = useTranslation('common')
  return (
    <QuestionDialog
      open={asked !== null}
      question={asked?.question ?? ''}
      action={asked?.action ?? ''}
      cancel={common('cancel')}
      onClose={onClose}
      onConfirm={async () => {
        if (asked) notify('success', await asked.confirm())
      }}
    >
      <p>{asked?.hint}</p>
    </QuestionDialog>
  )
}
