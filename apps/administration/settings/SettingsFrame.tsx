import './settings.css'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { LinkRow } from '../../../src/app/ui/layout/LinkRow.tsx'
import { PageHead } from '../PageHead.tsx'
import { useTexts } from '../portal-context.ts'
import { SettingsCards } from '../SettingsCards.tsx'

const PARTS = ['desktop', 'filings', 'voice', 'retention'] as const
type Part = (typeof PARTS)[number]

/** A page of the settings of the unit, with links to the others. */
export function SettingsFrame({ part, children }: { part: Part; children: ReactNode }) {
  const t = useTexts()
  const online = useOnline()
  return (
    <SettingsCards>
      <PageHead title={t('section.settings')} hint={t(`settings.${part}.hint`)} />
      <LinkRow className="ad-parts" label={t('settings.parts')}>
        {PARTS.map((one) => (
          <Link
            key={one}
            to={one === 'desktop' ? '/settings' : `/settings/${one}`}
            aria-current={one === part ? 'page' : undefined}
          >
            {t(`settings.${one}.title`)}
          </Link>
        ))}
      </LinkRow>
      {!online && <p className="k-caution">{t('settings.offline')}</p>}
      {children}
    </SettingsCards>
  )
}

/** A card of such a page. */
export function SettingsPart({
  title,
  hint,
  action,
  children,
}: {
  title: string
  hint?: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="k-card k-stack" aria-labelledby={id}>
      <div className="ad-setting__head">
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className="k-field__hint">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
