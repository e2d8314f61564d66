import Funnel from '@phosphor-icons/core/regular/funnel.svg?react'
import { useState } from 'react'
import type { Structure } from '../../../contract/endpoints/people/structure.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { className } from '../classes/class-name.ts'
import { nameIn, useTexts } from '../portal-context.ts'
import { SearchBox } from '../SearchBox.tsx'
import { countFilters, EVERYONE, SEARCH_LENGTH, type PeopleQuery } from './people-query.ts'

type Ask = (change: Partial<PeopleQuery>, replace?: boolean) => void

/** The search and the filters of the list; on a phone the filters open. */
export function PeopleFilters({
  asked,
  structure,
  onAsk,
}: {
  asked: PeopleQuery
  structure: Structure | undefined
  onAsk: Ask
}) {
  const t = useTexts()
  const [open, setOpen] = useState(false)
  const count = countFilters(asked)
  return (
    <div className="ad-filters" role="search" aria-label={t('people.search')}>
      <SearchBox
        label={t('people.search')}
        hint={t('people.searchHint')}
        value={asked.query}
        longest={SEARCH_LENGTH}
        onSearch={(query) => onAsk({ query }, true)}
      />
      <Button icon={Funnel} className="ad-filters__toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {count > 0 ? t('people.filtersSet', { count }) : t('people.filters')}
      </Button>
      <div className="ad-filters__all" data-open={open || undefined}>
        <Choices asked={asked} structure={structure} onAsk={onAsk} />
        {count > 0 && (
          <Button
            kind="quiet"
            onClick={() => onAsk({ ...EVERYONE, query: asked.query, sort: asked.sort, descending: asked.descending })}
          >
            {t('people.clearFilters')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Choices({ asked, structure, onAsk }: { asked: PeopleQuery; structure: Structure | undefined; onAsk: Ask }) {
  const t = useTexts()
  const language = useLanguage()
  const { campuses = [], grades = [], classes = [], departments = [] } = structure ?? {}
  const inGrade = classes.filter(
    ({ gradeId, campusId }) =>
      (asked.grade === '' || gradeId === asked.grade) && (asked.campus === '' || campusId === asked.campus),
  )
  const named = <T extends { name: string; englishName: string }>(all: readonly T[], idOf: (one: T) => string) =>
    all.map((one) => [idOf(one), nameIn(one, language)] as const)
  return (
    <>
      <Choice
        label={t('filter.type')}
        every={t('filter.everyType')}
        value={asked.type}
        options={(['1', '2', '3', '4'] as const).map((type) => [type, t(`type.${type}`)])}
        onChange={(type) => onAsk({ type: readType(type) })}
      />
      {campuses.length > 1 && (
        <Choice
          label={t('filter.campus')}
          every={t('filter.everyCampus')}
          value={asked.campus}
          options={named(campuses, ({ campusId }) => campusId)}
          onChange={(campus) => onAsk({ campus, class: '' })}
        />
      )}
      {grades.length > 0 && (
        <Choice
          label={t('filter.grade')}
          every={t('filter.everyGrade')}
          value={asked.grade}
          options={named(grades, ({ gradeId }) => gradeId)}
          onChange={(grade) => onAsk({ grade, class: '' })}
        />
      )}
      {classes.length > 0 && (
        <Choice
          label={t('filter.class')}
          every={t('filter.everyClass')}
          value={asked.class}
          options={inGrade.map((one) => [one.classId, className({ grades }, one, language)] as const)}
          onChange={(group) => onAsk({ class: group })}
        />
      )}
      {departments.length > 0 && (
        <Choice
          label={t('filter.department')}
          every={t('filter.everyDepartment')}
          value={asked.department}
          options={named(departments, ({ departmentId }) => departmentId)}
          onChange={(department) => onAsk({ department })}
        />
      )}
      <Choice
        label={t('filter.state')}
        value={asked.state}
        options={(['active', 'inactive', 'all'] as const).map((state) => [state, t(`filter.${state}`)])}
        onChange={(state) => onAsk({ state: state === 'inactive' || state === 'all' ? state : 'active' })}
      />
      <label className="ad-check">
        <input
          type="checkbox"
          checked={asked.never}
          onChange={(event) => onAsk({ never: event.currentTarget.checked })}
        />
        {t('filter.never')}
      </label>
    </>
  )
}

function readType(value: string): PeopleQuery['type'] {
  return value === '1' || value === '2' || value === '3' || value === '4' ? value : ''
}

/** A filter, whose first option is `every` for none. */
function Choice({
  label,
  every,
  value,
  options,
  onChange,
}: {
  label: string
  every?: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}) {
  return (
    <select
      className="k-field__input ad-filter"
      aria-label={label}
      value={value}
      data-set={(value !== '' && value !== 'active') || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {every && <option value="">{every}</option>}
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  )
}
