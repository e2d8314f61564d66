import CaretDown from '@phosphor-icons/core/regular/caret-down.svg?react'
import CaretUp from '@phosphor-icons/core/regular/caret-up.svg?react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { PersonRow } from '../../../contract/endpoints/people/people.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { nameIn, personName, useTexts } from '../portal-context.ts'
import { SORT_OF, type PeopleColumn } from './people-columns.ts'
import type { PeopleQuery } from './people-query.ts'
import { keyOf, useSelection } from './selection.ts'

/** People as rows, on a phone as cards. The arrow keys lead through the rows, Enter opens a person, Space selects one. */
export function PeopleTable({
  people,
  asked,
  columns,
  onSort,
}: {
  people: readonly PersonRow[]
  asked: PeopleQuery
  columns: readonly PeopleColumn[]
  onSort: (sort: PeopleQuery['sort']) => void
}) {
  const t = useTexts()
  const selection = useSelection()
  const [current, setCurrent] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const reachable = Math.min(current, people.length - 1)
  const selected = people.filter((person) => selection.people.has(keyOf(person))).length

  const goTo = (row: number) => {
    const next = Math.max(0, Math.min(people.length - 1, row))
    setCurrent(next)
    const element = body.current?.rows[next]
    element?.focus()
    element?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="ad-scroll">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the arrow keys lead through its rows */}
      <table className="ad-table" role="grid" aria-multiselectable aria-label={t('people.table')}>
        <thead>
          <tr>
            <th scope="col" className="ad-pick">
              <Pick
                label={t('people.pickPage')}
                checked={selected === people.length}
                mixed={selected > 0 && selected < people.length}
                onChange={(isPicked) => selection.set(people, isPicked)}
              />
            </th>
            <ColumnHead column="name" asked={asked} onSort={onSort} />
            {columns.map((column) => (
              <ColumnHead key={column} column={column} asked={asked} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {people.map((person, row) => (
            <PersonRowLine
              key={keyOf(person)}
              person={person}
              columns={columns}
              isReachable={row === reachable}
              onFocus={() => setCurrent(row)}
              onMove={(step) => goTo(step === 'first' ? 0 : step === 'last' ? people.length - 1 : row + step)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A checkbox whose target is as large as the cell. */
function Pick({
  label,
  checked,
  mixed = false,
  tabIndex,
  onChange,
}: {
  label: string
  checked: boolean
  mixed?: boolean
  tabIndex?: number
  onChange: (isPicked: boolean) => void
}) {
  return (
    <label className="ad-pick__label">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = mixed
        }}
        {...(tabIndex !== undefined && { tabIndex })}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

function ColumnHead({
  column,
  asked,
  onSort,
}: {
  column: PeopleColumn | 'name'
  asked: PeopleQuery
  onSort: (sort: PeopleQuery['sort']) => void
}) {
  const t = useTexts()
  const sort = SORT_OF[column]
  if (!sort) return <th scope="col">{t(`column.${column}`)}</th>
  const isSorted = asked.sort === sort
  return (
    <th scope="col" aria-sort={isSorted ? (asked.descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className="ad-sort" onClick={() => onSort(sort)}>
        {t(`column.${column}`)}
        {isSorted && <Icon svg={asked.descending ? CaretDown : CaretUp} size={14} />}
      </button>
    </th>
  )
}

type Step = -1 | 1 | 'first' | 'last'
const STEPS: Readonly<Record<string, Step>> = { ArrowUp: -1, ArrowDown: 1, Home: 'first', End: 'last' }

function PersonRowLine({
  person,
  columns,
  isReachable,
  onFocus,
  onMove,
}: {
  person: PersonRow
  columns: readonly PeopleColumn[]
  isReachable: boolean
  onFocus: () => void
  onMove: (step: Step) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const navigate = useNavigate()
  const selection = useSelection()
  const name = personName(person, language)
  const other = name === person.realName ? person.englishName : person.realName
  const address = `/people/${keyOf(person)}`
  const isSelected = selection.people.has(keyOf(person))

  const press = (event: KeyboardEvent) => {
    // Within the row the checkbox and the link have their own keys.
    if (event.target !== event.currentTarget) return
    const step = STEPS[event.key]
    if (step !== undefined) onMove(step)
    else if (event.key === 'Enter') void navigate(address)
    else if (event.key === ' ') selection.set([person], !isSelected)
    else return
    event.preventDefault()
  }

  return (
    <tr
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a row of a grid is reached by its arrow keys
      tabIndex={isReachable ? 0 : -1}
      aria-selected={isSelected}
      data-inactive={!person.active || undefined}
      onFocus={onFocus}
      onKeyDown={press}
    >
      <td className="ad-pick">
        <Pick
          label={t('people.pick', { name })}
          checked={isSelected}
          tabIndex={-1}
          onChange={(isPicked) => selection.set([person], isPicked)}
        />
      </td>
      <th scope="row" className="ad-person">
        <Link to={address} tabIndex={-1} className="ad-person__name">
          {name}
        </Link>
        {other !== '' && other !== name && <span className="ad-person__other">{other}</span>}
        {!person.active && <Tag>{t('person.inactive')}</Tag>}
      </th>
      {columns.map((column) => (
        <td key={column} data-label={t(`column.${column}`)} data-column={column}>
          <Cell person={person} column={column} />
        </td>
      ))}
    </tr>
  )
}

function Cell({ person, column }: { person: PersonRow; column: PeopleColumn }): ReactNode {
  const t = useTexts()
  const language = useLanguage()
  const none = <span className="ad-soft ad-dash">{t('none')}</span>
  switch (column) {
    case 'type':
      return t(`type.${person.userType}`)
    case 'number':
      return person.number || none
    case 'place':
      return person.places.map((place) => nameIn(place, language)).join(t('comma')) || none
    case 'loginName':
      return person.loginName || none
    case 'sex':
      return person.sex === 1 || person.sex === 2 ? t(`sex.${person.sex}`) : none
    case 'lastSignIn':
      if (!person.loginName) return none
      return person.lastSignIn === null ? t('person.never') : <TimeAgo at={person.lastSignIn} />
    case 'password':
      if (person.loginName === '') return none
      return person.password === 'first' || person.password === 'lapsed' ? (
        <Tag kind="warning">{t(`password.${person.password}`)}</Tag>
      ) : (
        t(`password.${person.password}`)
      )
  }
}
