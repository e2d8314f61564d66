import Arrow from '@phosphor-icons/core/regular/arrow-square-out.svg?react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import { schoolAddress, schoolName, useAccount } from '../../core/family/linked-schools.ts'
import { notify } from '../../core/notices/notices.ts'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import { useKitTexts } from '../../ui/use-kit-texts.ts'

/** A card's title, which leads to its place, if it has one, from anywhere on the card; for a linked account in the portal of its school. */
export function CardTitle({
  svg,
  href,
  label,
  children,
  aside,
  onFollow,
}: {
  svg: SvgComponent
  href?: string | undefined
  /** What the link says, where it is more than the title. */
  label?: string
  children: ReactNode
  /** Beside the title, and not part of its link. */
  aside?: ReactNode
  onFollow?: () => void
}) {
  const account = useAccount()
  return (
    <h3 className="td-card__title">
      <Icon svg={svg} size={18} />
      {href === undefined ? (
        children
      ) : account ? (
        <SchoolLink account={account} href={href} label={label}>
          {children}
        </SchoolLink>
      ) : (
        <Link
          className="td-card__link"
          to={href}
          aria-label={label}
          onClick={(event) => {
            if (!onFollow) return
            event.preventDefault()
            onFollow()
          }}
        >
          {children}
        </Link>
      )}
      {aside}
    </h3>
  )
}

/** Leads to the other school's portal, where the person signs in as usual; without an address of its own it says so. */
function SchoolLink({
  account,
  href,
  label,
  children,
}: {
  account: LinkedSchool
  href: string
  label: string | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('today')
  const { t: kit, language } = useKitTexts()
  const school = schoolName(account, language)
  const address = schoolAddress(account, href)
  if (address === null)
    return (
      <button
        type="button"
        className="td-card__link"
        aria-label={label && t('school.at', { label, school })}
        onClick={() => notify('info', kit('school.signInThere', { school }))}
      >
        {children}
      </button>
    )
  return (
    <a
      className="td-card__link"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label && kit('school.openOf', { school, title: label })}
      title={label && kit('school.openOf', { school, title: label })}
    >
      {children}
      <Icon svg={Arrow} size={14} />
    </a>
  )
}
