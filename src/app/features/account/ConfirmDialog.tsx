import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { notify } from '../../core/notices/notices.ts'

export interface Question {
  readonly question: string
  readonly hint: string
  readonly action: string
  /** Resolves to the text of the notice. */
  readonly confirm: () => Promise<string>
}

/** Asks before something is removed, removes it and shows a notice. It stays open after a failure, for another try. */
export function ConfirmDialog({ asked, onClose }: { asked: Question | null; onClose: () => void }) {
  return (
    <QuestionDialog
      open={asked !== null}
      needsNetwork
      question={asked?.question ?? ''}
      action={asked?.action ?? ''}
      onClose={onClose}
      onConfirm={async () => {
        if (asked) notify('success', await asked.confirm())
      }}
    >
      <p>{asked?.hint}</p>
    </QuestionDialog>
  )
}
