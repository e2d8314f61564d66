import './desktop-preview.css'
import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import Search from '@phosphor-icons/core/regular/magnifying-glass.svg?react'
import Palette from '@phosphor-icons/core/regular/palette.svg?react'
import { TITLE_SIZES } from '../../../../contract/limits.ts'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { footerOf } from '../../../../contract/rules/appearance/unit-footer.ts'
import { unitNameIn } from '../../core/tenant/unit.ts'
import { Icon } from '../icons/Icon.tsx'
import { FooterBar } from '../layout/FooterBar.tsx'
import { HeaderBar } from '../layout/HeaderBar.tsx'

const APPLICATIONS = ['files', 'attendance', 'roster', 'administration'] as const

/** The parts of the desktop that show the unit, for a frame: its header, its colour and its footer. The words are given, as people find them there. */
export function DesktopPreview({
  unit,
  logo,
  language,
  year,
  words,
}: {
  unit: UnitConfig
  /** An address. */
  logo: string
  language: Language
  year: number
  words: { readonly applications: string; readonly messages: string; readonly view: string; readonly help: string }
}) {
  const footer = footerOf(unit, year)
  return (
    <div className="k-desktop-preview">
      <HeaderBar logo={logo} name={unitNameIn(unit, language)} nameSize={TITLE_SIZES.narrow}>
        <div className="k-desktop-preview__tools">
          {[Search, Bell, Palette].map((svg, at) => (
            <Icon key={at} svg={svg} />
          ))}
        </div>
      </HeaderBar>
      <main className="k-desktop-preview__page">
        <section>
          <h2>{words.applications}</h2>
          <div className="k-desktop-preview__icons">
            {APPLICATIONS.map((code) => (
              <img key={code} src={`/icons/apps/${code}.svg`} alt="" width="64" height="64" />
            ))}
          </div>
        </section>
        <section className="k-card k-desktop-preview__card">
          <h2>{words.messages}</h2>
          <p className="k-desktop-preview__line" />
          <p className="k-desktop-preview__line" />
          <span className="k-button k-button--primary">{words.view}</span>
        </section>
      </main>
      {footer && (
        <FooterBar footer={footer}>
          {footer.offersHelp && footer.helpCentre && <span className="f-footer__button">{words.help}</span>}
        </FooterBar>
      )}
    </div>
  )
}
