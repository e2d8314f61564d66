import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { footerOf } from '../../../../contract/rules/appearance/unit-footer.ts'
import { FooterBar } from '../../ui/layout/FooterBar.tsx'
import { openHelp } from './open-help.ts'

/** The unit's footer with help, where the unit offers any, and the versions. */
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
  const { helpCentre: centre } = footer
  const hasHelp = footer.offersHelp && (onHelp !== undefined || centre !== null)

  const help = () => {
    if (onHelp) onHelp()
    else if (centre)
      void openHelp(centre, { unitId: unit.unitId, signsIn: signedIn && unit.signInWays?.accessToken === true })
  }

  return (
    <FooterBar footer={footer}>
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
    </FooterBar>
  )
}
