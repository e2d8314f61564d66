import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { notify } from '../../core/notices/notices.ts'
import { nextChildNotice } from '../../core/storage/signed-in-keys.ts'
import { personName } from '../../micro-apps/names.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { childBefore } from './family-store.ts'
import { familyDialog, overviewChild, useFamily } from './use-family.ts'
import { lateDialog } from '../../ui/late-part.tsx'

const ChooseChild = lateDialog(() => import('./ChooseChild.tsx'))
const FamilyOverview = lateDialog(() => import('./FamilyOverview.tsx'))

/** The dialogs about a parent's children. The table opens by itself when the current child is not the one that this device showed last. */
export default function FamilyDialogs({ user }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const family = useFamily(user)
  const open = useObservable(familyDialog)
  const [asked, setAsked] = useState(false)
  const before = family && !asked ? childBefore(family) : null
  const { t } = useTranslation('family')
  const language = useLanguage()
  useEffect(() => {
    const shown = family?.chirdenList.find(({ id }) => id === family.currentChirden?.id)
    if (shown && nextChildNotice.take() === shown.id)
      notify('success', t('switched', { name: personName(shown, language) }))
  }, [family, language, t])
  if (!family) return null
  const close = () => {
    familyDialog.set(null)
    overviewChild.set(null)
  }
  if (open === 'overview') return <FamilyOverview user={user} onClose={close} />
  return (
    (open === 'choose' || before) && (
      <ChooseChild
        family={family}
        before={before}
        onOverview={() => familyDialog.set('overview')}
        onClose={() => {
          setAsked(true)
          close()
        }}
      />
    )
  )
}
