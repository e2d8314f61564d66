import { useState } from 'react'
import { COPYRIGHT_START_YEAR } from '../../../../contract/limits.ts'
import type { UnitConfig } from '../../../../contract/calls/tenant.ts'
import { decorationOf } from '../tenant/unit.ts'

/** Copyright, the unit's own footer text (a link where one is configured) and its filing entries. */
export function Footer({ unit }: { unit: UnitConfig }) {
  const { footerMsg } = decorationOf(unit)
  const [year] = useState(() => new Date().getFullYear())
  const shown = !unit.decorationSet || footerMsg?.show === true
  if (!shown) return null
  const copyright = footerMsg?.copyright ?? `© ${COPYRIGHT_START_YEAR}–${year}`
  return (
    <footer className="f-footer">
      <span>{copyright}</span>
      {unit.footer &&
        (unit.link ? (
          <a href={unit.link} target="_blank" rel="noopener noreferrer">
            {unit.footer}
          </a>
        ) : (
          <span>{unit.footer}</span>
        ))}
      {footerMsg?.showBaMsg &&
        footerMsg.baList?.map((entry) => (
          <span key={entry.baContent} className="f-footer__filing">
            {entry.showImg && entry.baImg && <img src={entry.baImg} alt="" width="16" height="16" />}
            {entry.baUrl ? (
              <a href={entry.baUrl} target="_blank" rel="noopener noreferrer">
                {entry.baContent}
              </a>
            ) : (
              entry.baContent
            )}
          </span>
        ))}
    </footer>
  )
}
