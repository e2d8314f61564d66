import { useState } from 'react'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { useTexts } from '../portal-context.ts'
import { countRows, tellEffect } from './import-counts.ts'

/** Asks before an import is applied; rows in error are left out. When it would deactivate many, that has to be confirmed by itself. */
export function ApplyDialog({ run, onClose }: { run: imports.ImportSummary; onClose: () => void }) {
  const t = useTexts()
  const apply = useChange(imports.apply)
  const [confirmed, setConfirmed] = useState(false)
  const { importId, counts, needsConfirmation } = run
  const leftOut = countRows(counts.error)

  return (
    <ConfirmDialog
      kind={needsConfirmation ? 'danger' : 'primary'}
      question={t('imports.apply.question')}
      action={leftOut > 0 ? t('imports.leaveOut.action') : t('imports.apply.action')}
      disabled={needsConfirmation && !confirmed}
      onClose={onClose}
      change={() =>
        apply.mutateAsync({ importId, confirmDeactivation: needsConfirmation && confirmed, leaveOut: leftOut > 0 })
      }
    >
      <div className="k-stack">
        <p>{tellEffect(run, t)}</p>
        {leftOut > 0 && <p className="k-caution">{t('imports.leaveOut.hint', { count: leftOut })}</p>}
        <p className="k-soft">{t('imports.apply.hint')}</p>
        {needsConfirmation && (
          <div className="k-caution">
            <SwitchField
              label={t('imports.apply.confirm', { count: counts.deactivated.people })}
              hint={t('imports.apply.confirmHint')}
              checked={confirmed}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            />
          </div>
        )}
      </div>
    </ConfirmDialog>
  )
}
