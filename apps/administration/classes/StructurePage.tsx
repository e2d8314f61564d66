import Calendar from '@phosphor-icons/core/regular/calendar-dots.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import * as structureEndpoints from '../../../contract/endpoints/people/structure.ts'
import { KeptFocus } from '../../../src/app/ui/KeptFocus.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { entriesOf } from './structure-change.ts'
import { STRUCTURE_PARTS, type StructurePart } from './structure-parts.ts'
import { StructureList } from './StructureList.tsx'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { PartLinks } from '../../../src/app/ui/record/PartLinks.tsx'

// Opened seldom, and large.
const ClassDialog = lateDialog(() => import('./ClassDialog.tsx'))

const PART_NAMES: readonly StructurePart[] = ['classes', 'grades', 'campuses', 'departments', 'subjects']

/** The structure of the unit, a kind at a time. */
export default function StructurePage() {
  const t = useTexts()
  const { part: wanted } = useParams()
  const part = PART_NAMES.find((one) => one === wanted) ?? 'classes'
  const kind = STRUCTURE_PARTS[part]
  const query = useEndpoint(structureEndpoints.read, {})
  const structure = query.data
  /** The entry in the dialog; 'new' for another one. */
  const [editing, setEditing] = useState<string | null>(null)
  const close = () => setEditing(null)
  const mayAdd = structure?.whole === true && (kind !== 'class' || structure.grades.length > 0)

  return (
    <>
      <PageHead title={t('section.classes')} hint={t(`structure.hint.${kind}`)}>
        {structure?.whole !== false && (
          <>
            {kind === 'class' && (
              <>
                <Link className="k-button k-button--plain" to="/classes/years">
                  {t('years.title')}
                </Link>
                <Link className="k-button k-button--plain" to="/classes/year">
                  <Icon svg={Calendar} />
                  {t('year.title')}
                </Link>
              </>
            )}
            <Button
              kind="primary"
              icon={Plus}
              data-action={`add-${kind}`}
              needsNetwork
              disabled={!mayAdd}
              onClick={() => setEditing('new')}
            >
              {t(`structure.add.${kind}`)}
            </Button>
          </>
        )}
      </PageHead>
      <PartLinks
        label={t('structure.parts')}
        base="/classes"
        parts={PART_NAMES}
        current={part}
        text={(one) => t(`structure.part.${STRUCTURE_PARTS[one]}`)}
      />
      <Loaded query={query}>
        {(known) => (
          <>
            {!known.whole && (
              <p className="app-notice" role="status">
                <span>{t('structure.partOnly')}</span>
              </p>
            )}
            <KeptFocus className="k-stack" role="group" aria-label={t(`structure.part.${kind}`)}>
              {entriesOf(known, kind).length === 0 ? (
                <NoEntries kind={kind} needsGrades={kind === 'class' && known.grades.length === 0} />
              ) : kind === 'class' ? (
                <ClassLists structure={known} onEdit={setEditing} />
              ) : (
                <div className="app-card">
                  <StructureList structure={known} kind={kind} entries={entriesOf(known, kind)} onEdit={setEditing} />
                </div>
              )}
            </KeptFocus>
            {editing !== null &&
              (kind === 'class' ? (
                <ClassDialog
                  structure={known}
                  of={known.classes.find(({ classId }) => classId === editing) ?? null}
                  onClose={close}
                />
              ) : (
                <GroupDialog
                  kind={kind}
                  of={entriesOf(known, kind).find(({ id }) => id === editing) ?? null}
                  onClose={close}
                />
              ))}
          </>
        )}
      </Loaded>
    </>
  )
}

function NoEntries({ kind, needsGrades }: { kind: structureEndpoints.StructureKind; needsGrades: boolean }) {
  const t = useTexts()
  if (!needsGrades) return <NoDataCard title={t(`structure.none.${kind}`)} hint={t(`structure.hint.${kind}`)} />
  return (
    <NoDataCard
      title={t('structure.gradesFirst.title')}
      hint={t('structure.gradesFirst.hint')}
      action={
        <Link className="k-button k-button--primary" to="/classes/grades">
          {t('structure.part.grade')}
        </Link>
      }
    />
  )
}

/** The classes of each grade. */
function ClassLists({ structure, onEdit }: { structure: structureEndpoints.Structure; onEdit: (id: string) => void }) {
  const { nameOf } = useLocale()
  return structure.grades.map((grade) => {
    const own = new Set(structure.classes.flatMap(({ gradeId, classId }) => (gradeId === grade.gradeId ? classId : [])))
    return (
      own.size > 0 && (
        <section key={grade.gradeId} className="ad-grade" aria-label={nameOf(grade)}>
          <h2>{nameOf(grade)}</h2>
          <div className="app-card">
            <StructureList
              structure={structure}
              kind="class"
              entries={entriesOf(structure, 'class').filter(({ id }) => own.has(id))}
              onEdit={onEdit}
            />
          </div>
        </section>
      )
    )
  })
}
