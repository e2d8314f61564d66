import { useState } from 'react'
import type { Slip } from '../../../../contract/endpoints/people/people.ts'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { useSlips } from './use-slips.ts'

/** The application's texts about giving. */
type GivingText = 'give' | 'hint' | 'whom' | 'new' | 'all' | 'none'

/** Asks before people get first passwords, and leads to their slips. */
export function GiveSlipsDialog({
  question,
  count,
  text: t,
  disabled,
  reasonOf,
  give,
  onClose,
  onDone,
}: {
  question: string
  /** How many people were chosen: of several, those with a password may keep it. */
  count: number
  text: (key: GivingText) => string
  disabled: boolean
  reasonOf: (error: unknown) => string
  give: (onlyNew: boolean) => Promise<readonly Slip[]>
  onClose: () => void
  onDone: () => void
}) {
  const { show } = useSlips()
  const [whom, setWhom] = useState<'new' | 'all'>('new')
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = async () => {
    setFailure(null)
    const slips = await give(count > 1 && whom === 'new')
    if (slips.length === 0) return setFailure(t('none'))
    onDone()
    onClose()
    show(slips)
    return undefined
  }
  return (
    <QuestionDialog
      open
      kind="primary"
      question={question}
      action={t('give')}
      disabled={disabled}
      onClose={onClose}
      onConfirm={confirm}
      onFailure={(error) => setFailure(reasonOf(error))}
    >
      <div className="k-stack">
        <p>{t('hint')}</p>
        {count > 1 && (
          <ChoicesField
            type="radio"
            name="whom"
            label={t('whom')}
            chosen={[whom]}
            options={(['new', 'all'] as const).map((each) => [each, t(each)])}
            onChange={([chosen = 'new']) => setWhom(chosen)}
          />
        )}
        <FormFailure failure={failure} />
      </div>
    </QuestionDialog>
  )
}
