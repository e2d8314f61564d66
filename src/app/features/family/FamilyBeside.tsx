import './family.css'
import UsersThree from '@phosphor-icons/core/regular/users-three.svg?react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useHome } from '../../core/family/use-home.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import ChildButton from './ChildButton.tsx'
import { totalOf, useHomeParts } from './home-children.ts'
import { familyDialog, useFamily } from './use-family.ts'

/**
 * Beside the greeting of a parent. With several children the way to the overview of all, or nothing on a phone: there the chips below are the switch, and the
 * table of children is in the person's sheet. With one child a phone shows its name here, because its header has no room.
 */
export default function FamilyBeside({
  user,
  phone,
}: {
  user: Pick<SessionUser, 'userId' | 'userType'>
  phone: boolean
}) {
  const family = useFamily(user)
  const { schools } = useHome(user)
  if (!family) return null
  const hasSeveral = family.chirdenList.length > 1 || schools.length > 0
  if (phone) return hasSeveral ? null : <ChildButton user={user} />
  return hasSeveral && <FamilyButton user={user} />
}

const prepare = () => void import('./FamilyOverview.tsx').catch(() => {})

/** The sum for all children, and the way to the overview. */
function FamilyButton({ user }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const { t } = useTranslation('family')
  const { parts } = useHomeParts(user)
  const open = useObservable(familyDialog)
  const isPending = parts.some(({ overview, hasFailed }) => !overview && !hasFailed)
  const { message, todo } = totalOf(parts)
  const count = message + todo
  return (
    <button
      type="button"
      className="k-button fam-open"
      aria-label={count > 0 ? t('overview.openCount', { count }) : t('overview.open')}
      title={t('overview.open')}
      aria-haspopup="dialog"
      aria-expanded={open === 'overview'}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => familyDialog.set('overview')}
    >
      <Icon svg={UsersThree} />
      <span className="fam-open__word">{t('overview.short')}</span>
      {/* Reserves its place while it loads, so that the button does not grow. */}
      {(count > 0 || isPending) && (
        <span className="k-number fam-open__count" data-unknown={count === 0 || undefined}>
          {count}
        </span>
      )}
    </button>
  )
}
