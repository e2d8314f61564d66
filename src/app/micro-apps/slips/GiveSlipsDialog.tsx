import { useState } from 'react'
import type { CodeSlip } from '../../../../contract/endpoints/people/people.ts'
import { failureText } from '../../core/notices/failure-text.ts'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { type PaperSlip, withLastCodes } from './group-slips.ts'
import { useSlips } from './use-slips.ts'

/** The application's texts about giving. */
type GivingText = 'give' | 'hint' | 'whom' | 'new' | 'all' | 'none' | 'what' | 'passwords' | 'codes' | 'codesHint'

/** Asks before people get first passwords, and pupils codes for their guardians, and leads to their slips. */
export function GiveSlipsDialog({
  question,
  count,
  text: t,
  give,
  giveCodes,
  mail = null,
  onClose,
  onDone,
}: {
  question: string
  /** How many people were chosen: of several, those with a password may keep it. */
  count: number
  text: (key: GivingText) => string
  /** Codes are for parents who have no login name. */
  give: (onlyNew: boolean) => Promise<readonly PaperSlip[]>
  /** Null where no pupils are among them. */
  giveCodes: (() => Promise<readonly CodeSlip[]>) | null
  /** Mails links in place of passwords and tells whom; null where that cannot be. */
  mail?: {
    readonly give: (onlyNew: boolean) => Promise<void>
    readonly text: (key: 'way' | 'paper' | 'mail' | 'mailHint' | 'send') => string
  } | null
  onClose: () => void
  onDone: () => void
}) {
  const { show } = useSlips()
  const [what, setWhat] = useState<('passwords' | 'codes')[]>(['passwords'])
  const [whom, setWhom] = useState<'new' | 'all'>('new')
  const [way, setWay] = useState<'paper' | 'mail'>('paper')
  const [failure, setFailure] = useState<string | null>(null)
  const byMail = way === 'mail' && what.includes('passwords') ? mail : null
  const confirm = async () => {
    setFailure(null)
    // Passwords last: a code that is not shown is made again without harm.
    const codes = giveCodes && what.includes('codes') ? await giveCodes() : []
    const onlyNew = count > 1 && whom === 'new'
    const slips = withLastCodes([...codes, ...(what.includes('passwords') && !byMail ? await give(onlyNew) : [])])
    if (byMail) await byMail.give(onlyNew)
    if (!byMail && slips.length === 0) return setFailure(t('none'))
    onDone()
    onClose()
    if (slips.length > 0) show(slips)
    return undefined
  }
  return (
    <QuestionDialog
      kind="primary"
      question={question}
      action={byMail ? byMail.text('send') : t('give')}
      needsNetwork
      disabled={what.length === 0}
      onClose={onClose}
      onConfirm={confirm}
      onFailure={(error) => setFailure(failureText(error))}
    >
      <div className="k-stack">
        {giveCodes && (
          <ChoicesField
            type="checkbox"
            name="what"
            label={t('what')}
            chosen={what}
            options={(['passwords', 'codes'] as const).map((each) => [each, t(each)])}
            onChange={setWhat}
          />
        )}
        {mail && what.includes('passwords') && (
          <ChoicesField
            type="radio"
            name="way"
            label={mail.text('way')}
            chosen={[way]}
            options={(['paper', 'mail'] as const).map((each) => [each, mail.text(each)])}
            onChange={([chosen = 'paper']) => setWay(chosen)}
          />
        )}
        {what.includes('passwords') && <p>{byMail ? byMail.text('mailHint') : t('hint')}</p>}
        {what.includes('codes') && <p>{t('codesHint')}</p>}
        {count > 1 && what.includes('passwords') && (
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
