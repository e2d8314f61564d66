import './record.css'
import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../icons/Icon.tsx'
import { usePageHeading } from './use-page-heading.ts'

/** The head of an application's page: the way back, its heading, a line about it, and actions. Nothing private in `title`: the access log has it. */
export function PageHead({
  title,
  shown = title,
  hint,
  page = null,
  details,
  back,
  above,
  children,
}: {
  title: string
  /** The heading where it is another than the title. */
  shown?: ReactNode
  hint?: ReactNode
  /** Where several pages share this head: which of them it is. The heading of another one gets the focus. */
  page?: string | null
  /** What the access log has of the page. */
  details?: string | undefined
  back?: { label: string; to: string } | undefined
  /** Over the heading, such as the folders that lead here. */
  above?: ReactNode
  /** The actions. */
  children?: ReactNode
}) {
  const heading = usePageHeading(page, title, details)
  return (
    <header className="k-head">
      {back && (
        <Link className="k-head__back" to={back.to}>
          <Icon svg={CaretLeft} />
          {back.label}
        </Link>
      )}
      {above}
      <div className="k-head__row">
        <div className="k-head__text">
          <h1 ref={heading} className="k-head__title" tabIndex={-1}>
            {shown}
          </h1>
          {hint && <p className="k-head__hint">{hint}</p>}
        </div>
        {children && <div className="k-head__actions">{children}</div>}
      </div>
    </header>
  )
}
