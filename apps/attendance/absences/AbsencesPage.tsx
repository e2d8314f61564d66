import { Segments } from '../Segments.tsx'
import { ABSENCE_VIEWS, type AppRoute } from '../app-route.ts'
import { useTexts } from '../portal-context.ts'
import { AbsenceList } from './AbsenceList.tsx'

/** Notices of absence of the pupils whom the user sees: to decide, and all. */
export function AbsencesPage({ route }: { route: Extract<AppRoute, { page: 'absences' }> }) {
  const t = useTexts()
  const view = route.view ?? 'waiting'
  return (
    <>
      <div className="at-bar">
        <Segments
          label={t('absence.views')}
          links={ABSENCE_VIEWS.map((each) => ({
            label: t(`absence.view.${each}`),
            to: { page: 'absences', view: each },
            current: each === view,
          }))}
        />
      </div>
      <AbsenceList key={view} view={view} />
    </>
  )
}
