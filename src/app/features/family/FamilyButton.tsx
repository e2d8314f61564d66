import './family.css'
import UsersThree from '@phosphor-icons/core/regular/users-three.svg?react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useObservable } from '../../core/state/use-observable.ts'
import { useHomeParts } from './home-children.ts'
import { familyDialog } from './use-family.ts'

const prepare = () => void import('./FamilyOverview.tsx').catch(() => {})

/** The sum for all children, and the way to the overview. */
export default function FamilyButton({ user }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const { t } = useTranslation('family')
  const { parts } = useHomeParts(user)
  const open = useObservable(familyDialog)
  const isPending = parts.some(({ overview, hasFailed }) => !overview && !hasFailed)
  const count = parts.reduce(
    (sum, { overview }) => sum + (overview ? overview.total.message + overview.total.todo : 0),
    0,
  )
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
