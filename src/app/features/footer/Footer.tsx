import './footer.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import { footerOf, type LinkedText as Linked } from '../../../../contract/rules/appearance/unit-footer.ts'
import { openHelp } from './open-help.ts'

/** Copyright, the unit's own footer text (a link where one is configured), its filing entries, help where the unit offers any, and the versions. */
export function Footer({
  unit,
  signedIn,
  onHelp,
  onVersions,
  onPrepareVersions,
}: {
  unit: UnitConfig
  signedIn: boolean
  /** The host's own help, in place of the unit's help centre. */
  onHelp?: (() => void) | undefined
  onVersions: () => void
  /** Called before the versions are opened. */
  onPrepareVersions?: () => void
}) {
  const { t } = useTranslation('shell')
  const [year] = useState(() => new Date().getFullYear())
  const footer = footerOf(unit, year)
  if (!footer) return null
  const { copyright, own, filings, helpCentre: centre } = footer
  const hasHelp = footer.offersHelp && (onHelp !== undefined || centre !== null)

  const help = () => {
    if (onHelp) onHelp()
    else if (centre)
      void openHelp(centre, { unitId: unit.unitId, signsIn: signedIn && unit.signInWays?.accessToken === true })
  }

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
      <span className="f-footer__tools">
        {hasHelp && (
          <button type="button" className="f-footer__button" onClick={help}>
            {t('footer.help')}
          </button>
        )}
        <button
          type="button"
          className="f-footer__button"
          aria-haspopup="dialog"
          onPointerEnter={onPrepareVersions}
          onFocus={onPrepareVersions}
          onClick={onVersions}
        >
          {t('footer.versions')}
        </button>
      </span>
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
