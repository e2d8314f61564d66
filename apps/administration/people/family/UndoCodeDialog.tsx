import { useState } from 'react'
import { previewCodeUndo, undoCode, type CodeUndo } from '../../../../contract/endpoints/people/guardians.ts'
import { failureText } from '../../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../../src/app/micro-apps/use-endpoint.ts'
import { QuestionDialog } from '../../../../src/app/ui/dialog/QuestionDialog.tsx'
import { FormFailure } from '../../../../src/app/ui/form/FormFooter.tsx'
import { personName, usePortal, useTexts } from '../../portal-context.ts'
import { useSend } from '../../use-change.ts'

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
  const portal = usePortal()
  const send = useSend()
  const query = useEndpoint(previewCodeUndo, use)
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = async () => {
    setFailure(null)
    const { guardians } = await send(undoCode, use)
    onClose()
    portal.notify('success', t('family.codeUndone', { count: guardians.length }))
  }
  return (
    <QuestionDialog
      question={t('family.undoQuestion', { child })}
      action={t('family.undoCode')}
      needsNetwork
      disabled={!query.data}
      onClose={onClose}
      onConfirm={confirm}
      onFailure={(error) => setFailure(failureText(error))}
    >
      <div className="k-stack">
        <Loaded query={query} lines={3}>
          {(what) => <Outcome of={what} />}
        </Loaded>
        <FormFailure failure={failure} />
      </div>
    </QuestionDialog>
  )
}

function Outcome({ of: { open, guardians } }: { of: CodeUndo }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <>
      <p>{t('family.undoHint')}</p>
      <ul className="ad-erase__goes">
        {guardians.map((one) => (
          <li key={one.userId}>
            {t(`family.outcome.${one.outcome}`, {
              name: `${personName(one, language)}${one.loginName && t('inBrackets', { text: one.loginName })}`,
            })}
          </li>
        ))}
        <li>{t(open ? 'family.codeEnds' : 'family.codeEnded')}</li>
      </ul>
    </>
  )
}
