import './footer.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COPYRIGHT_START_YEAR } from '../../../../contract/limits.ts'
import type { UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import { decorationOf } from '../../core/tenant/unit.ts'
import { helpCentre, openHelp } from './open-help.ts'

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
  const { footerMsg } = decorationOf(unit)
  const [year] = useState(() => new Date().getFullYear())
  const shown = !unit.decorationSet || footerMsg?.show === true
  if (!shown) return null
  const copyright = footerMsg?.copyright ?? `© ${COPYRIGHT_START_YEAR}–${year}`
  const centre = helpCentre(footerMsg?.helpCenterUrl)
  const hasHelp = footerMsg?.helpCenter === true && (onHelp !== undefined || centre !== null)

  const help = () => {
    if (onHelp) onHelp()
    else if (centre)
      void openHelp(centre, { unitId: unit.unitId, signsIn: signedIn && unit.signInWays?.accessToken === true })
  }

  return (
    <footer className="f-footer">
      <span>{copyright}</span>
      {unit.footer && <LinkedText text={unit.footer} link={unit.link} />}
      {footerMsg?.showBaMsg &&
        footerMsg.baList?.map(({ baContent, baUrl, baImg, showImg }) => (
          <span key={baContent} className="f-footer__filing">
            {showImg && baImg && <img src={baImg} alt="" width="16" height="16" />}
            <LinkedText text={baContent} link={baUrl} />
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

function LinkedText({ text, link }: { text: string; link: string | null | undefined }) {
  if (!link) return <span>{text}</span>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
