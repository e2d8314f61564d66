import './family.css'
import Student from '@phosphor-icons/core/regular/student.svg?react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useObservable } from '../../core/state/use-observable.ts'
import { familyDialog, useFamily } from './use-family.ts'

const prepare = () => void import('./ChooseChild.tsx').catch(() => {})

export default function ChildButton({
  user,
  onPress,
}: {
  user: Pick<SessionUser, 'userId' | 'userType'>
  /** Called before the dialog opens. */
  onPress?: () => void
}) {
  const { t } = useTranslation('family')
  const language = useLanguage()
  const family = useFamily(user)
  const open = useObservable(familyDialog)
  if (!family) return null
  const name = family.currentChirden ? personName(family.currentChirden, language) : ''
  return (
    <button
      type="button"
      className="k-button fam-button"
      aria-label={name ? `${t('chooseChild')}: ${name}` : t('chooseChild')}
      title={t('chooseChild')}
      aria-haspopup="dialog"
      aria-expanded={open === 'choose'}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => {
        onPress?.()
        familyDialog.set('choose')
      }}
    >
      <Icon svg={Student} />
      <span className="fam-button__name">{name}</span>
    </button>
  )
}
