import { previewCodeUndo, undoCode, type CodeUndo } from '../../../../contract/endpoints/people/guardians.ts'
import { useChange } from '../../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../../src/app/micro-apps/use-endpoint.ts'
import { ConfirmDialog } from '../../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { useLocale, useTexts } from '../../portal-context.ts'
import { TextList } from '../TextList.tsx'

/** Undoes all that came by a code for guardians, once it was said what that is. */
export default function UndoCodeDialog({
  use,
  child,
  onClose,
}: {
  use: { studentId: string; codeId: string }
  child: string
  onClose: () => void
}) {
  const t = useTexts()
  const query = useEndpoint(previewCodeUndo, use)
  const undo = useChange(undoCode, { done: ({ guardians }) => t('family.codeUndone', { count: guardians.length }) })
  return (
    <ConfirmDialog
      question={t('family.undoQuestion', { child })}
      action={t('family.undoCode')}
      disabled={!query.data}
      onClose={onClose}
      change={() => undo.mutateAsync(use)}
    >
      <Loaded query={query} lines={3}>
        {(what) => <Outcome of={what} />}
      </Loaded>
    </ConfirmDialog>
  )
}

function Outcome({ of: { open, guardians } }: { of: CodeUndo }) {
  const { t, personName } = useLocale()
  return (
    <>
      <p>{t('family.undoHint')}</p>
      <TextList
        lines={[
          ...guardians.map((one) =>
            t(`family.outcome.${one.outcome}`, {
              name: `${personName(one)}${one.loginName && t('inBrackets', { text: one.loginName })}`,
            }),
          ),
          t(open ? 'family.codeEnds' : 'family.codeEnded'),
        ]}
      />
    </>
  )
}
