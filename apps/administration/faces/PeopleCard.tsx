import { useState } from 'react'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { FaceDialog } from './FaceDialog.tsx'
import { usePeople, facesQuery, SEARCH_LENGTH, type FacePerson } from './use-people.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { sheetOf } from '../../../src/app/ui/export/sheet-of.ts'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { FilterBar } from '../../../src/app/ui/list/FilterBar.tsx'
import { ListResult } from '../../../src/app/ui/list/ListResult.tsx'
import { useListQuery } from '../../../src/app/ui/list/use-list-query.ts'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { ListCard } from '../ListCard.tsx'

/** People with a face or without one; each opens in a dialog. */
export function PeopleCard() {
  const t = useTexts()
  const list = useListQuery(facesQuery)
  const { show } = list.values
  const { query, loadAll } = usePeople(list.values)
  const [person, setPerson] = useState<FacePerson | null>(null)
  const columns = useFaceColumns(setPerson)
  const title = t('section.people')
  const shownTitle = t(`faces.people.${show}`)

  return (
    <ListCard title={title} hint={t('faces.people.hint')} className="fa-card">
      <Segments
        label={t('faces.people.show')}
        labelled="unseen"
        options={[
          { value: 'with', label: t('faces.people.with') },
          { value: 'without', label: t('faces.people.without') },
        ]}
        value={show}
        onChange={(next) => list.change({ show: next }, true)}
      />
      <FilterBar list={list} label={t('faces.people.search')} hint={t('faces.people.search')} longest={SEARCH_LENGTH}>
        {query.data && query.data.total > 0 && (
          <ExportButton
            file={`${title} ${shownTitle}`}
            label={t('faces.people.export')}
            needsNetwork
            source={async (signal, onProgress) => [
              sheetOf(
                { name: shownTitle, title: `${title} · ${shownTitle}` },
                columns[show],
                await loadAll(signal, onProgress),
              ),
            ]}
          />
        )}
      </FilterBar>
      <Loaded query={query} lines={6}>
        {(found) => (
          <ListResult
            list={list}
            size={PAGE_SIZE}
            total={found.total}
            shown={found.rows.length}
            waits={query.isPlaceholderData}
            none={
              <EmptyState
                title={t(`faces.people.none.${found.show}`)}
                hint={t(`faces.people.noneHint.${found.show}`)}
              />
            }
            hint={t(`faces.people.notFoundHint.${found.show}`)}
            inCard
          >
            <DataTable
              label={t(`faces.people.${found.show}`)}
              rows={found.rows}
              columns={columns[found.show]}
              keyOf={({ userId }) => userId}
            />
          </ListResult>
        )}
      </Loaded>
      {person && <FaceDialog person={person} onClose={() => setPerson(null)} />}
    </ListCard>
  )
}

/** The columns of both lists. Photos are in no sheet. */
function useFaceColumns(
  onOpen: (person: FacePerson) => void,
): Readonly<Record<'with' | 'without', readonly Column<FacePerson>[]>> {
  const { t, personName, language } = useLocale()
  const typeOf = ({ userType }: FacePerson) => t(`type.${userType}`)
  const neverUsed = t('faces.people.neverUsed')
  const without: readonly Column<FacePerson>[] = [
    {
      key: 'name',
      heading: t('column.name'),
      value: (person) => personName(person),
      cell: (person) => (
        <span>
          {personName(person)}
          <span className="fa-login">
            {typeOf(person)} · {person.loginName}
          </span>
        </span>
      ),
    },
    {
      key: 'login',
      heading: t('column.loginName'),
      isSheetOnly: true,
      value: ({ loginName }) => loginName,
    },
    { key: 'type', heading: t('faces.people.columns.type'), isSheetOnly: true, value: typeOf },
    {
      key: 'consent',
      heading: t('faces.people.columns.consent'),
      value: ({ consent }) => t(`faces.people.giver.${consent?.giver ?? 'none'}`),
      cell: ({ consent }) =>
        consent ? (
          t(`faces.people.consent.${consent.giver}`, { time: formatDateTime(consent.givenAt, language) })
        ) : (
          <span className="k-soft">{t('faces.people.consent.none')}</span>
        ),
    },
    {
      key: 'consentAt',
      heading: t('faces.people.columns.consentAt'),
      isSheetOnly: true,
      kind: 'datetime',
      value: ({ consent }) => (consent ? wallClock(consent.givenAt) : null),
    },
  ]
  const stored: readonly Column<FacePerson>[] = [
    {
      key: 'photos',
      heading: t('faces.people.columns.photos'),
      isLabelled: true,
      kind: 'number',
      value: ({ photos = 0 }) => photos,
    },
    {
      key: 'registered',
      heading: t('faces.people.columns.registered'),
      isLabelled: true,
      kind: 'datetime',
      value: ({ registeredAt }) => (registeredAt === undefined ? null : wallClock(registeredAt)),
      cell: ({ registeredAt }) => registeredAt !== undefined && <TimeAgo at={registeredAt} />,
    },
    {
      key: 'used',
      heading: t('units.column.lastActivity'),
      isLabelled: true,
      kind: 'datetime',
      value: (person) => (isUsed(person) ? wallClock(person.lastUsedAt) : neverUsed),
      cell: (person) => (isUsed(person) ? <TimeAgo at={person.lastUsedAt} /> : neverUsed),
    },
  ]
  const actions: Column<FacePerson> = {
    key: 'actions',
    heading: t('faces.people.columns.actions'),
    isActions: true,
    cell: (person) => (
      <Button aria-label={t('faces.people.manageNamed', { name: personName(person) })} onClick={() => onOpen(person)}>
        {t('faces.people.manage')}
      </Button>
    ),
  }
  return { with: [...without, ...stored, actions], without: [...without, actions] }
}

/** Whether the face was used after it was stored. */
function isUsed(person: FacePerson): person is FacePerson & { readonly lastUsedAt: string } {
  const { registeredAt = '', lastUsedAt = '' } = person
  return lastUsedAt > registeredAt
}
