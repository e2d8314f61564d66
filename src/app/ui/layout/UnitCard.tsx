import '../../core/tenant/unit-card.css'
import type { ReactNode } from 'react'
import type { UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { unitNameIn } from '../../core/tenant/unit.ts'

/** A page with one card under the unit's logo and name, for the steps between login and portal. */
export function UnitCard({
  unit,
  language,
  children,
}: {
  unit: Pick<UnitConfig, 'unitId' | 'unitName' | 'unitEnName'> | null
  language: Language
  children: ReactNode
}) {
  return (
    <div className="u-page">
      {unit && (
        <header className="u-brand">
          <img src={`/api/storage/show/unit/${unit.unitId}`} alt="" width="44" height="44" />
          <p>{unitNameIn(unit, language)}</p>
        </header>
      )}
      <main className="u-card" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
