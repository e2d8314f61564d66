import * as ownClasses from '../../../contract/endpoints/people/own-classes.ts'
import type { OwnPupil } from '../../../contract/endpoints/people/own-classes.ts'
import { giveOwn } from '../../../contract/endpoints/people/guardian-codes.ts'
import { GiveSlipsDialog } from '../../../src/app/micro-apps/slips/GiveSlipsDialog.tsx'
import { useChange } from '../../../src/app/micro-apps/use-change.ts'
import { personName, useLanguage, useTexts } from '../portal-context.ts'

/** Asks before pupils get first passwords, and leads to their slips. */
export function PasswordsDialog({
  classId,
  pupils,
  onClose,
  onDone,
}: {
  classId: string
  pupils: readonly OwnPupil[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const give = useChange(ownClasses.firstPasswords)
  const giveCodes = useChange(giveOwn)
  const [first] = pupils
  const ids = pupils.map(({ studentId }) => studentId)
  return (
    <GiveSlipsDialog
      question={
        first && pupils.length === 1
          ? t('slips.questionOne', { name: personName(first, language) })
          : t('slips.question', { count: pupils.length })
      }
      count={pupils.length}
      text={(key) => t(`slips.${key}`)}
      give={async (onlyNew) => (await give.mutateAsync({ classId, pupils: ids, onlyNew })).slips}
      giveCodes={async () => (await giveCodes.mutateAsync({ classId, pupils: ids })).slips}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
