import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { notify } from '../../../src/app/core/notices/notices.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { GiveSlipsDialog } from '../../../src/app/micro-apps/slips/GiveSlipsDialog.tsx'
import type { PaperSlip } from '../../../src/app/micro-apps/slips/group-slips.ts'
import { useLocale } from '../portal-context.ts'
import { changeAll } from './change-people.ts'
import { keysOf, type Selected } from './selection.ts'

/** Of people without an address. */
const NAMES = 5

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
  const { t, personName } = useLocale()
  const call = useCall()
  const [first] = people

  const give = useChange(async (onlyNew: boolean) => {
    const slips: PaperSlip[] = []
    try {
      await changeAll(keysOf(people), async (batch) => {
        const given = await call(peopleEndpoints.firstPasswords, { people: batch, onlyNew })
        slips.push(...given.slips, ...given.codes)
        return []
      })
    } catch (error) {
      // Passwords that were given can be shown this once only.
      if (slips.length === 0) throw error
      notify('warning', `${t('slips.some', { count: slips.length })}${t('gap')}${failureText(error)}`)
    }
    return slips
  })

  const { data: mail } = useEndpoint(peopleEndpoints.mailState, {})
  const giveByMail = useChange(async (onlyNew: boolean) => {
    let mailed = 0
    const without: { realName: string; englishName: string }[] = []
    try {
      await changeAll(keysOf(people), async (batch) => {
        const done = await call(peopleEndpoints.mailFirstLinks, { people: batch, onlyNew })
        mailed += done.mailed
        without.push(...done.without)
        return []
      })
    } catch (error) {
      // What was mailed is on its way.
      if (mailed === 0) throw error
      notify('warning', `${t('slips.mailed', { count: mailed })}${t('gap')}${failureText(error)}`)
      return
    }
    if (mailed > 0) notify('success', t('slips.mailed', { count: mailed }))
    else if (without.length === 0) notify('warning', t('slips.none'))
    const names = without.slice(0, NAMES).map(personName)
    if (names.length > 0)
      notify('warning', t('slips.without', { count: without.length, names: names.join(t('comma')) }))
  })

  const pupils = people.filter(({ kind }) => kind === 'pupil')
  const giveCodes = useChange(() =>
    changeAll(keysOf(pupils), async (batch) => {
      const { slips } = await call(guardianCodes.give, { pupils: batch.map(({ id }) => id) })
      return slips
    }),
  )

  return (
    <GiveSlipsDialog
      question={
        first && people.length === 1
          ? t('slips.questionOne', { name: personName(first) })
          : t('slips.question', { count: people.length })
      }
      count={people.length}
      text={(key) => t(`slips.${key}`)}
      give={give.mutateAsync}
      giveByMail={mail?.ready ? giveByMail.mutateAsync : null}
      giveCodes={pupils.length > 0 ? giveCodes.mutateAsync : null}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
