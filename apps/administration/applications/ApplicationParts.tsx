import { Link } from 'react-router-dom'
import { useTexts } from '../portal-context.ts'
import { LinkRow } from '../../../src/app/ui/layout/LinkRow.tsx'

/** The parts of the section. */
export function ApplicationParts({ current }: { current: 'list' | 'default' }) {
  const t = useTexts()
  return (
    <LinkRow className="k-parts" label={t('applications.parts')}>
      <Link to="/applications" aria-current={current === 'list' ? 'page' : undefined}>
        {t('applications.list')}
      </Link>
      <Link to="/applications/desktop/2" aria-current={current === 'default' ? 'page' : undefined}>
        {t('applications.default.title')}
      </Link>
    </LinkRow>
  )
}
