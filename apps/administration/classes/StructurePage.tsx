import Calendar from '@phosphor-icons/core/regular/calendar-dots.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import * as structureEndpoints from '../../../contract/endpoints/people/structure.ts'
import type { Structure, StructureKind } from '../../../contract/endpoints/people/structure.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { nameIn, personName, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { SortableList } from '../SortableList.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { entriesOf, idsOf, orderWithPart, orderWithReturned, sorted, type StructureEntry } from './structure-change.ts'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { PartLinks } from '../../../src/app/ui/record/PartLinks.tsx'

// Opened seldom, and large.
const ClassDialog = lateDialog(() => import('./ClassDialog.tsx'))

const REQUEST = {}

/** The parts by their addresses, in their order. */
const PARTS = {
  classes: 'class',
  grades: 'grade',
  campuses: 'campus',
  departments: 'department',
  subjects: 'subject',
} as const
const PART_NAMES = ['classes', 'grades', 'campuses', 'departments', 'subjects'] as const

/** The structure of the unit, a kind at a time. */
export default function StructurePage() {
  const t = useTexts()
  const online = useOnline()
  const { part: wanted } = useParams()
  const part = PART_NAMES.find((one) => one === wanted) ?? 'classes'
  const kind = PARTS[part]
  const query = useEndpoint(structureEndpoints.read, REQUEST)
  const structure = query.data
  /** The entry in the dialog; 'new' for another one. */
  const [editing, setEditing] = useState<string | null>(null)
  const close = () => setEditing(null)
  const mayAdd = structure?.whole === true && online && (kind !== 'class' || structure.grades.length > 0)

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
        text={(one) => t(`structure.part.${PARTS[one]}`)}
      />
      <Loaded query={query}>
        {(known) => (
          <>
            {!known.whole && (
              <p className="app-notice" role="status">
                <span>{t('structure.partOnly')}</span>
              </p>
            )}
            {entriesOf(known, kind).length === 0 ? (
              kind === 'class' && known.grades.length === 0 ? (
                <NoDataCard
                  title={t('structure.gradesFirst.title')}
                  hint={t('structure.gradesFirst.hint')}
                  action={
                    <Link className="k-button k-button--primary" to="/classes/grades">
                      {t('structure.part.grade')}
                    </Link>
                  }
                />
              ) : (
                <NoDataCard title={t(`structure.none.${kind}`)} hint={t(`structure.hint.${kind}`)} />
              )
            ) : kind === 'class' ? (
              <ClassLists structure={known} onEdit={setEditing} />
            ) : (
              <div className="app-card">
                <EntryList structure={known} kind={kind} entries={entriesOf(known, kind)} onEdit={setEditing} />
              </div>
            )}
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

/** The classes of each grade. */
function ClassLists({ structure, onEdit }: { structure: Structure; onEdit: (id: string) => void }) {
  const language = useLanguage()
  return structure.grades.map((grade) => {
    const ids = structure.classes.filter(({ gradeId }) => gradeId === grade.gradeId).map(({ classId }) => classId)
    return (
      ids.length > 0 && (
        <section key={grade.gradeId} className="ad-grade" aria-label={nameIn(grade, language)}>
          <h2>{nameIn(grade, language)}</h2>
          <div className="app-card">
            <EntryList
              structure={structure}
              kind="class"
              entries={entriesOf(structure, 'class').filter(({ id }) => ids.includes(id))}
              onEdit={onEdit}
            />
          </div>
        </section>
      )
    )
  })
}

function EntryList({
  structure,
  kind,
  entries,
  onEdit,
}: {
  structure: Structure
  kind: StructureKind
  entries: readonly StructureEntry[]
  onEdit: (id: string) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const call = useCall()
  const client = useQueryClient()
  const all = idsOf(structure, kind)

  const queryKey = [structureEndpoints.read.name, REQUEST]
  /** Shows an order at once, so that what is done next knows it, and stores it. */
  const store = async (ids: string[]) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData<Structure>(queryKey, (known) => known && sorted(known, kind, ids))
    try {
      return await call(structureEndpoints.sort, { kind, ids })
    } catch (error) {
      void client.invalidateQueries({ queryKey })
      throw error
    }
  }

  const reorder = useChange(({ ids }: { ids: string[]; before: string[] }) => store(ids), {
    done: t('sort.done'),
    failed: t('sort.failed'),
    undo:
      (_, { before }) =>
      () =>
        store(before),
  })

  /** Adds an entry again as it was in the structure before. */
  const create = ({ id, name, englishName }: StructureEntry, before: Structure): Promise<Structure> => {
    if (kind !== 'class')
      return call(structureEndpoints.saveGroup, { kind, id: null, name, englishName, version: null })
    const group = before.classes.find(({ classId }) => classId === id)
    return call(structureEndpoints.saveClass, {
      classId: null,
      version: null,
      gradeId: group?.gradeId ?? '',
      campusId: group?.campusId ?? null,
      name,
      englishName,
      headTeacherId: group?.headTeacher?.userId ?? null,
      teachers: (group?.teachers ?? []).map(({ userId, subjectId }) => ({ userId, subjectId })),
    })
  }

  const remove = useChange(
    ({ entry }: { entry: StructureEntry; before: Structure }) =>
      call(structureEndpoints.remove, { kind, id: entry.id }),
    {
      done: (_, { entry }) => t('structure.deleted', { name: nameIn(entry, language) }),
      failed: ({ entry }) => t('structure.notDeleted', { name: nameIn(entry, language) }),
      undo:
        (_, { entry, before }) =>
        async () => {
          const after = idsOf(await create(entry, before), kind)
          await store(orderWithReturned(idsOf(before, kind), entry.id, after))
        },
    },
  )

  if (!structure.whole)
    return (
      <ul className="ad-list" aria-label={t(`structure.part.${kind}`)}>
        {entries.map((entry) => (
          <li key={entry.id} className="ad-entry ad-role">
            <EntryText structure={structure} kind={kind} entry={entry} />
          </li>
        ))}
      </ul>
    )

  return (
    <SortableList
      label={t(`structure.part.${kind}`)}
      entries={entries}
      onSort={(ids) => reorder.mutateAsync({ ids: orderWithPart(all, ids), before: all }).catch(() => {})}
    >
      {(entry) => {
        const name = nameIn(entry, language)
        const isUsed = entry.content > 0
        return (
          <>
            <EntryText structure={structure} kind={kind} entry={entry} />
            <div className="ad-entry__actions">
              <IconButton
                svg={Pencil}
                label={t('action.editNamed', { name })}
                needsNetwork
                onClick={() => onEdit(entry.id)}
              />
              <IconButton
                svg={Trash}
                label={isUsed ? t('structure.inUse', { name }) : t('action.deleteNamed', { name })}
                needsNetwork
                disabled={isUsed}
                onClick={() => remove.mutate({ entry, before: structure })}
              />
            </div>
          </>
        )
      }}
    </SortableList>
  )
}

interface EntryProps {
  readonly structure: Structure
  readonly kind: StructureKind
  readonly entry: StructureEntry
}

/** The names of an entry, and what is in it. */
function EntryText(props: EntryProps) {
  const name = nameIn(props.entry, useLanguage())
  const other = name === props.entry.name ? props.entry.englishName : props.entry.name
  return (
    <div className="ad-entry__text">
      <p className="ad-entry__name">
        {name}
        {other !== '' && other !== name && <span className="ad-soft">{other}</span>}
      </p>
      <p className="ad-soft ad-entry__facts">
        <Facts {...props} />
      </p>
    </div>
  )
}

/** What is in an entry, with links to its people. */
function Facts({ structure, kind, entry: { id, content: count } }: EntryProps) {
  const t = useTexts()
  const language = useLanguage()
  switch (kind) {
    case 'class': {
      const group = structure.classes.find(({ classId }) => classId === id)
      const campus = structure.campuses.find(({ campusId }) => campusId === group?.campusId)
      const teachers = new Set(group?.teachers.map(({ userId }) => userId)).size
      return (
        <>
          <Link to={`/people?type=1&class=${id}`}>{t('structure.pupils', { count })}</Link>
          <span>
            {group?.headTeacher
              ? t('structure.head', { name: personName(group.headTeacher, language) })
              : t('structure.noHead')}
          </span>
          {teachers > 0 && <span>{t('structure.teachers', { count: teachers })}</span>}
          {campus && structure.campuses.length > 1 && <span>{nameIn(campus, language)}</span>}
        </>
      )
    }
    case 'department':
      return <Link to={`/people?department=${id}`}>{t('structure.people', { count })}</Link>
    case 'grade':
      return <Link to={`/people?type=1&grade=${id}`}>{t('structure.classes', { count })}</Link>
    case 'campus':
      return <Link to={`/people?type=1&campus=${id}`}>{t('structure.classes', { count })}</Link>
    case 'subject':
      return t('structure.taught', { count })
  }
}
