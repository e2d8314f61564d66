import { useState } from 'react'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import type * as z from 'zod/mini'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { QuestionDialog } from '../../../src/app/ui/dialog/QuestionDialog.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { useTexts } from '../portal-context.ts'
import { tellEffect } from './import-counts.ts'
import { readObstacles } from './import-failure.ts'
import { fieldName, kindName } from './row-values.ts'

const LISTED = 20

/** Asks before an import is taken back, says what keeps it from that, and offers to take back the rest. */
export function UndoDialog({ run, onClose }: { run: imports.ImportSummary; onClose: () => void }) {
  const t = useTexts()
  const undo = useChange(imports.undo)
  // They stay when the next try fails otherwise: without them the question would be about all of it again.
  const [obstacles, setObstacles] = useState<z.infer<typeof imports.undoObstacles> | null>(null)
  const isPartly = obstacles !== null && obstacles.rest > 0

  const confirm = async () => {
    await undo.mutateAsync({ importId: run.importId, partly: isPartly })
    onClose()
  }

  return (
    <QuestionDialog
      question={t('imports.undo.question', { name: run.fileName })}
      action={isPartly ? t('imports.undo.rest', { count: obstacles.rest }) : t('imports.undo.action')}
      needsNetwork
      disabled={obstacles !== null && !isPartly}
      onClose={onClose}
      onConfirm={confirm}
      onFailure={(error) => setObstacles((known) => readObstacles(error) ?? known)}
    >
      <div className="k-stack">
        {obstacles === null && (
          <>
            <p>{tellEffect(run, t)}</p>
            <p className="k-soft">{t('imports.undo.hint')}</p>
          </>
        )}
        <FormFailure failure={undo.error && failureText(undo.error)} />
        {obstacles && <Obstacles obstacles={obstacles} />}
      </div>
    </QuestionDialog>
  )
}

function Obstacles({ obstacles: { rows, kept, rest } }: { obstacles: z.infer<typeof imports.undoObstacles> }) {
  const t = useTexts()
  const [all, setAll] = useState(false)
  return (
    <>
      <ul className="ad-undo-rows" aria-label={t('imports.undo.list')}>
        {rows.slice(0, all ? undefined : LISTED).map(({ kind, name, reason, fields }, at) => (
          // Two people may have one name.
          // oxlint-disable-next-line react/no-array-index-key -- the list does not change
          <li key={at}>
            <b>{name}</b>
            {kind !== 'person' && t('inBrackets', { text: kindName(kind, t) })}
            {t('colon')}
            {t(`imports.undo.reason.${reason}`)}
            {fields.length > 0 &&
              t('inBrackets', { text: fields.map((field) => fieldName(field, t)).join(t('comma')) })}
          </li>
        ))}
      </ul>
      {rows.length > LISTED && !all && (
        <div>
          <Button onClick={() => setAll(true)}>{t('imports.undo.showAll', { count: rows.length })}</Button>
        </div>
      )}
      <p className="k-soft">{rest > 0 ? t('imports.undo.restHint', { count: kept }) : t('imports.undo.noRest')}</p>
    </>
  )
}
