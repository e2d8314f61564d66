import './footer-bar.css'
import type { ReactNode } from 'react'
import type { LinkedText as Linked, UnitFooter } from '../../../../contract/rules/appearance/unit-footer.ts'

/** Copyright, the unit's own text and its filing entries, and buttons in a `f-footer__tools`. */
export function FooterBar({ footer, children }: { footer: UnitFooter; children: ReactNode }) {
  const { copyright, own, filings } = footer
  return (
    <footer className="f-footer">
      <span>{copyright}</span>
      {own && <LinkedText {...own} />}
      {filings.map(({ picture, text, link }) => (
        <span key={text} className="f-footer__filing">
          {picture && <img src={picture} alt="" width="16" height="16" />}
          <LinkedText text={text} link={link} />
        </span>
      ))}
      <span className="f-footer__tools">{children}</span>
    </footer>
  )
}

function LinkedText({ text, link }: Linked) {
  if (!link) return <span>{text}</span>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
