import './page-frame.css'
import type { ReactNode } from 'react'

/** The footer of a form page: status at the left, buttons at the right. Sticky. */
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
