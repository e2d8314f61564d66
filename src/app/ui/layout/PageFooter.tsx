import './page-frame.css'
import type { ReactNode } from 'react'

/** The foot of a page that is filled in: what is going on at the left, the buttons at the right. It stays in sight while the page is scrolled. */
export function PageFooter({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="k-page-footer">
      <div className="k-page-footer__note" role="status">
        {note}
      </div>
      <div className="k-page-footer__actions">{children}</div>
    </div>
  )
}
