import { Link } from 'react-router-dom'
import { CORRECTION_VIEWS, routePath, type AppRoute } from '../app-route.ts'
import { useGroups, useTexts } from '../portal-context.ts'
import { CorrectionList } from './CorrectionList.tsx'

/** Correction requests: to decide, decided, and the user's own. */
export function CorrectionsPage({ route }: { route: Extract<AppRoute, { page: 'corrections' }> }) {
  const t = useTexts()
  const { groups, waiting } = useGroups()
  const decides = waiting > 0 || groups.some(({ mayApprove }) => mayApprove)
  const view = decides ? (route.view ?? 'waiting') : 'own'
  return (
    <>
      {decides && (
        <div className="at-bar">
          <nav className="at-segments" aria-label={t('correction.views')}>
            {CORRECTION_VIEWS.map((each) => (
              <Link
                key={each}
                to={routePath({ page: 'corrections', view: each })}
                aria-current={each === view ? 'true' : undefined}
              >
                {t(`correction.view.${each}`)}
              </Link>
            ))}
          </nav>
        </div>
      )}
      <CorrectionList key={view} view={view} />
    </>
  )
}
