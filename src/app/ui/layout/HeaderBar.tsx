import './header-bar.css'
import type { ReactNode } from 'react'
import { BROWSER_FONT_SIZE } from '../text-scale.ts'

/** The bar over every page: the unit's logo and name, and what else there is in it. */
export function HeaderBar({
  logo,
  name,
  nameSize,
  application = '',
  children,
}: {
  /** An address. */
  logo: string
  name: string
  /** In CSS pixels where the browser's own font size is 16; it follows that size. */
  nameSize: number
  /** The name of the open application; '' for none. */
  application?: string | undefined
  children?: ReactNode
}) {
  return (
    <header className="h-bar">
      <div className="h-unit">
        <img className="h-logo" src={logo} alt="" width="36" height="36" />
        <div className="h-names">
          <p className="h-title" style={{ fontSize: `${nameSize / BROWSER_FONT_SIZE}rem` }}>
            {name}
          </p>
          {application && (
            // The page's own heading says the same.
            <p className="h-app" aria-hidden="true" title={application}>
              {application}
            </p>
          )}
        </div>
      </div>
      {children}
    </header>
  )
}
