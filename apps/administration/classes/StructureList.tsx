import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { Link } from 'react-router-dom'
import * as structureEndpoints from '../../../contract/endpoints/people/structure.ts'
import type { Structure, StructureKind } from '../../../contract/endpoints/people/structure.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useExpected } from '../../../src/app/core/query/use-expected.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { useLocale } from '../portal-context.ts'
import { SortableList } from '../SortableList.tsx'
import { idsOf, orderWithPart, orderWithReturned, sorted, type StructureEntry } from './structure-change.ts'

/** Entries of a kind with what is in them, to be sorted, changed and deleted by who has the right in the whole unit. */
export function StructureList({
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
  const { t, nameOf } = useLocale()
  const call = useCall()
  const all = idsOf(structure, kind)

  const expected = useExpected(endpointQuery(structureEndpoints.read, {}))
  const store = (ids: string[]) =>
    expected(
      () => call(structureEndpoints.sort, { kind, ids }),
      (known) => sorted(known, kind, ids),
    )

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
      done: (_, { entry }) => t('structure.deleted', { name: nameOf(entry) }),
      failed: ({ entry }) => t('structure.notDeleted', { name: nameOf(entry) }),
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
      <ul aria-label={t(`structure.part.${kind}`)}>
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
      onSort={(ids) => reorder.mutateAsync({ ids: orderWithPart(all, ids), before: all })}
    >
      {(entry) => {
        const name = nameOf(entry)
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
  const { nameOf } = useLocale()
  const name = nameOf(props.entry)
  const other = name === props.entry.name ? props.entry.englishName : props.entry.name
  return (
    <div className="ad-entry__text">
      <p className="ad-entry__name">
        {name}
        {other !== '' && other !== name && <span className="k-soft">{other}</span>}
      </p>
      <p className="k-soft ad-entry__facts">
        <Facts {...props} />
      </p>
    </div>
  )
}

/** What is in an entry, with links to its people. */
function Facts({ structure, kind, entry: { id, content: count } }: EntryProps) {
  const { t, nameOf, personName } = useLocale()
  switch (kind) {
    case 'class': {
      const group = structure.classes.find(({ classId }) => classId === id)
      const campus = structure.campuses.find(({ campusId }) => campusId === group?.campusId)
      const teachers = new Set(group?.teachers.map(({ userId }) => userId)).size
      return (
        <>
          <Link to={`/people?type=1&class=${id}`}>{t('structure.pupils', { count })}</Link>
          <span>
            {group?.headTeacher ? t('structure.head', { name: personName(group.headTeacher) }) : t('structure.noHead')}
          </span>
          {teachers > 0 && <span>{t('structure.teachers', { count: teachers })}</span>}
          {campus && structure.campuses.length > 1 && <span>{nameOf(campus)}</span>}
        </>
      )
    }
    case 'department':
      return <Link to={`/people?department=${id}`}>{t('imports.kind.people', { count })}</Link>
    case 'grade':
      return <Link to={`/people?type=1&grade=${id}`}>{t('imports.kind.classes', { count })}</Link>
    case 'campus':
      return <Link to={`/people?type=1&campus=${id}`}>{t('imports.kind.classes', { count })}</Link>
    case 'subject':
      return t('structure.taught', { count })
  }
}
