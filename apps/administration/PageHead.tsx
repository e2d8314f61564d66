import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useAppHeading } from '../../src/app/micro-apps/app-context.ts'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'

/** The head of a page: the way back, its heading, a line about it, and actions. Nothing private in `title`: the access log has it. */
export function PageHead({
  title,
  shown = title,
  hint,
  back,
  children,
}: {
  title: string
  /** The heading where it is another than the title. */
  shown?: ReactNode
  hint?: ReactNode
  back?: { label: string; to: string }
  children?: ReactNode
}) {
  const heading = useAppHeading(null, title)
  return (
    <header className="ad-head">
      {back && (
        <Link className="ad-back" to={back.to}>
          <Icon svg={CaretLeft} />
          {back.label}
        </Link>
      )}
      <div className="ad-head__row">
        <div className="ad-head__words">
          <h1 ref={heading} className="ad-title" tabIndex={-1}>
            {shown}
          </h1>
          {hint && <p className="ad-soft">{hint}</p>}
        </div>
        {children && <div className="ad-actions">{children}</div>}
      </div>
    </header>
  )
}
