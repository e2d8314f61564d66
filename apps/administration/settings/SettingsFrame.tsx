import './settings.css'
import type { ReactNode } from 'react'
import { useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { PartLinks } from '../../../src/app/ui/record/PartLinks.tsx'

const PARTS = ['desktop', 'filings', 'voice', 'retention'] as const
type Part = (typeof PARTS)[number]

/** A page of the settings of the unit, with links to the others. */
export function SettingsFrame({ part, children }: { part: Part; children: ReactNode }) {
  const t = useTexts()
  return (
    <div className="ad-settings">
      <PageHead title={t('section.settings')} hint={t(`settings.${part}.hint`)} />
      <PartLinks
        label={t('settings.parts')}
        base="/settings"
        parts={PARTS}
        current={part}
        text={(one) => t(`settings.${one}.title`)}
      />
      {children}
    </div>
  )
}
