import { useState } from 'react'
import { type ImportSummary, undo } from '../../../contract/endpoints/people/imports.ts'
import { QuestionDialog } from '../../../src/app/ui/dialog/QuestionDialog.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { useOnline, useReason, useTexts } from '../portal-context.ts'
import { useSend } from '../use-change.ts'
import { tellEffect } from './import-counts.ts'
import { blockingNames } from './import-failure.ts'

const LISTED = 20

/** Asks before an import is taken back as a whole, and says what keeps it from that. */
export function UndoDialog({ run, onClose }: { run: ImportSummary; onClose: () => void }) {
  const t = useTexts()
  const online = useOnline()
  const send = useSend()
  const reasonOf = useReason()
  const [error, setError] = useState<unknown>(null)
  const names = blockingNames(error)

  const confirm = async () => {
    setError(null)
    await send(undo, { importId: run.importId })
    onClose()
  }

  return (
    <QuestionDialog
      open
      question={t('imports.undo.question', { name: run.fileName })}
      action={t('imports.undo.action')}
      disabled={!online}
      onClose={onClose}
      onConfirm={confirm}
      onFailure={setError}
    >
      <div className="k-stack">
        <p>{tellEffect(run, t)}</p>
        <p className="ad-soft">{t('imports.undo.hint')}</p>
        <FormFailure failure={error === null ? null : reasonOf(error)} />
        {names.length > 0 && (
          <p>
            {t('imports.undo.because', {
              names: names.slice(0, LISTED).join(t('comma')),
              more: names.length > LISTED ? t('imports.undo.more') : '',
            })}
          </p>
        )}
      </div>
    </QuestionDialog>
  )
}
