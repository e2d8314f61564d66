import { Segments } from '../Segments.tsx'
import { CORRECTION_VIEWS, type AppRoute } from '../app-route.ts'
import { useGroups, useTexts } from '../portal-context.ts'
import { latePart, tellMissing } from '../../../src/app/ui/late-part.tsx'
import { CorrectionList } from './CorrectionList.tsx'

const UncertainList = latePart(() => import('./UncertainList.tsx'), null, tellMissing)

/** Correction requests: to decide, decided, and the user's own; and clock-ins of uncertain time. */
export function CorrectionsPage({ route }: { route: Extract<AppRoute, { page: 'corrections' }> }) {
  const t = useTexts()
  const { groups, waiting, uncertain } = useGroups()
  const decides = waiting + uncertain > 0 || groups.some(({ mayApprove }) => mayApprove)
  const view = decides ? (route.view ?? 'waiting') : 'own'
  return (
    <>
      {decides && (
        <div className="at-bar">
          <Segments
            label={t('correction.views')}
            links={CORRECTION_VIEWS.map((each) => ({
              label: t(`correction.view.${each}`),
              to: { page: 'corrections', view: each },
              current: each === view,
            }))}
          />
        </div>
      )}
      {view === 'uncertain' ? <UncertainList /> : <CorrectionList key={view} view={view} />}
    </>
  )
}
