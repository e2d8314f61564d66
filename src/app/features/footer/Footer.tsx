import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { helpPage, helpPageFor } from '../../../../contract/rules/appearance/help-centre.ts'
import { footerOf } from '../../../../contract/rules/appearance/unit-footer.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { session } from '../../core/session/session.ts'
import { FooterBar } from '../../ui/layout/FooterBar.tsx'
import { openHelp } from './open-help.ts'

/** The unit's footer with help, where the unit offers any (its own help centre, or else the portal's guides), and the versions. */
export function Footer({
  unit,
  signedIn,
  onHelp,
  onVersions,
  onPrepareVersions,
}: {
  unit: UnitConfig
  signedIn: boolean
  /** The host's own help, in place of any other. */
  onHelp?: (() => void) | undefined
  onVersions: () => void
  /** Called before the versions are opened. */
  onPrepareVersions?: () => void
}) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const [year] = useState(() => new Date().getFullYear())
  const footer = footerOf(unit, year)
  if (!footer) return null
  const { helpCentre: centre } = footer
  const help = () => {
    if (onHelp) onHelp()
    else if (centre)
      void openHelp(centre, { unitId: unit.unitId, signsIn: signedIn && unit.signInWays?.accessToken === true })
    else {
      const state = session.current
      const page = helpPageFor(state.status === 'in' ? state.user.userType : null)
      window.open(helpPage(page, language), '_blank', 'noopener')
    }
  }

  return (
    <FooterBar footer={footer}>
      {footer.offersHelp && (
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
    </FooterBar>
  )
}
