import { firstPasswords, type Slip } from '../../../contract/endpoints/people/people.ts'
import { give as giveGuardianCodes, type CodeSlip } from '../../../contract/endpoints/people/guardian-codes.ts'
import { GiveSlipsDialog } from '../../../src/app/micro-apps/slips/GiveSlipsDialog.tsx'
import { personName, useLanguage, useOnline, usePortal, useReason, useTexts } from '../portal-context.ts'
import { useSend } from '../use-change.ts'
import { changeAll } from './change-people.ts'
import { keysOf, type Selected } from './selection.ts'

/** Asks before people get first passwords, and leads to their slips. */
export function FirstPasswordsDialog({
  people,
  onClose,
  onDone = () => {},
}: {
  people: readonly Selected[]
  onClose: () => void
  onDone?: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const portal = usePortal()
  const online = useOnline()
  const send = useSend()
  const reasonOf = useReason()
  const [first] = people

  const give = async (onlyNew: boolean) => {
    const slips: Slip[] = []
    try {
      await changeAll(keysOf(people), async (batch) => {
        slips.push(...(await send(firstPasswords, { people: batch, onlyNew })).slips)
        return []
      })
    } catch (error) {
      // Passwords that were given can be shown this once only.
      if (slips.length === 0) throw error
      portal.notify('warning', `${t('slips.some', { count: slips.length })}${t('gap')}${reasonOf(error)}`)
    }
    return slips
  }

  const pupils = people.filter(({ kind }) => kind === 'pupil')
  const giveCodes = async () => {
    const slips: CodeSlip[] = []
    await changeAll(keysOf(pupils), async (batch) => {
      slips.push(...(await send(giveGuardianCodes, { pupils: batch.map(({ id }) => id) })).slips)
      return []
    })
    return slips
  }

  return (
    <GiveSlipsDialog
      question={
        first && people.length === 1
          ? t('slips.questionOne', { name: personName(first, language) })
          : t('slips.question', { count: people.length })
      }
      count={people.length}
      text={(key) => t(`slips.${key}`)}
      disabled={!online}
      reasonOf={reasonOf}
      give={give}
      giveCodes={pupils.length > 0 ? giveCodes : null}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
