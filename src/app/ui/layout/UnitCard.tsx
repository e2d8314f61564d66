import '../../core/tenant/unit-card.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { unitNameIn } from '../../core/tenant/unit.ts'
import { useLanguage } from '../../core/language/use-language.ts'

/** A page with one card under the unit's logo and name, for the steps between login and portal. */
export function UnitCard({
  unit,
  children,
}: {
  unit: Pick<UnitConfig, 'unitId' | 'unitName' | 'unitEnName'> | null
  children: ReactNode
}) {
  const language = useLanguage()
  return (
    <div className="u-page">
      {unit && (
        <header className="u-brand">
          <img src={`/api/storage/show/unit/${unit.unitId}`} alt="" width="44" height="44" />
          <p>{unitNameIn(unit, language)}</p>
        </header>
      )}
      <main className="u-card k-focus-target" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

/** Under the content of a card: the way back to the sign-in, and the other language. */
export function UnitCardFoot({ back, onLanguage }: { back: string; onLanguage: () => void }) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  return (
    <footer className="u-foot">
      <a href="/login">{back}</a>
      <button type="button" className="u-language" onClick={onLanguage}>
        {t(`languages.${language === 'en' ? 'zh-CN' : 'en'}`)}
      </button>
    </footer>
  )
}
