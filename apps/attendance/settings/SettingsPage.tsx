import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { NoneCard } from '../Loaded.tsx'
import { routePath, SETTINGS_PARTS, type AppRoute, type SettingsPart } from '../app-route.ts'
import { useGroups, useTexts } from '../portal-context.ts'
import { CalendarSection } from './CalendarSection.tsx'
import { CardsSection } from './CardsSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { RulesSection } from './RulesSection.tsx'
import { StationsSection } from './StationsSection.tsx'

const SECTIONS: Readonly<Record<SettingsPart, ComponentType<{ year: string }>>> = {
  rules: RulesSection,
  calendar: CalendarSection,
  stations: StationsSection,
  cards: CardsSection,
  general: GeneralSection,
}

/** The settings, one part at a time. */
export function SettingsPage({ route }: { route: Extract<AppRoute, { page: 'settings' }> }) {
  const t = useTexts()
  const { mayAdminister, today } = useGroups()
  const sections = mayAdminister ? SETTINGS_PARTS : []
  const shown = sections.find((part) => part === route.part) ?? sections[0]
  if (!shown) return <NoneCard title={t('settings.none')} hint={t('settings.noneHint')} />
  const Section = SECTIONS[shown]
  return (
    <div className="at-settings">
      <nav className="at-sections" aria-label={t('settings.parts')}>
        {sections.map((part) => (
          <Link
            key={part}
            to={routePath({ page: 'settings', part, year: null })}
            aria-current={part === shown ? 'page' : undefined}
          >
            {t(`settings.part.${part}`)}
          </Link>
        ))}
      </nav>
      <Section year={route.year ?? today.slice(0, 4)} />
    </div>
  )
}
