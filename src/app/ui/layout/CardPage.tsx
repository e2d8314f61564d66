import './card-page.css'
import type { CSSProperties, ReactNode } from 'react'

/** A page before any sign-in: one card under a heading and a button that changes the language. `width`: of the card at most, in pixels. */
export function CardPage({
  heading,
  width,
  otherLanguage,
  onLanguage,
  children,
}: {
  heading: ReactNode
  width: number
  otherLanguage: string
  onLanguage: () => void
  children: ReactNode
}) {
  const size: CSSProperties & { '--k-card-page': string } = { '--k-card-page': `${width}px` }
  return (
    <div className="k-card-page" style={size}>
      <header className="k-card-page__head">
        {heading}
        <button type="button" className="k-card-page__language" onClick={onLanguage}>
          {otherLanguage}
        </button>
      </header>
      <main className="k-card-page__card">{children}</main>
    </div>
  )
}
