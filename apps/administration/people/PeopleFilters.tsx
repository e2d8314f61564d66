import type { Structure } from '../../../contract/endpoints/people/structure.ts'
import { classOptions, namedOptions } from '../classes/structure-options.ts'
import { useLocale } from '../portal-context.ts'
import { USER_TYPES } from './person-form.ts'
import { SEARCH_LENGTH, type PeopleQuery } from './people-query.ts'
import { FilterBar, FilterCheck, FilterSelect } from '../../../src/app/ui/list/FilterBar.tsx'
import type { ListQuery } from '../../../src/app/ui/list/use-list-query.ts'

/** The search and the filters of the list. */
export function PeopleFilters({ list, structure }: { list: ListQuery<PeopleQuery>; structure: Structure | undefined }) {
  const { t, language } = useLocale()
  const { campuses = [], grades = [], classes = [], departments = [] } = structure ?? {}
  const { grade, campus } = list.values
  const inGrade = classes.filter(
    ({ gradeId, campusId }) => (grade === '' || gradeId === grade) && (campus === '' || campusId === campus),
  )
  const places = [
    ['campus', campuses.length > 1, t('filter.everyCampus'), namedOptions(campuses, 'campusId', language)],
    ['grade', grades.length > 0, t('filter.everyGrade'), namedOptions(grades, 'gradeId', language)],
    ['class', classes.length > 0, t('filter.everyClass'), classOptions({ grades, classes: inGrade }, language)],
    [
      'department',
      departments.length > 0,
      t('filter.everyDepartment'),
      namedOptions(departments, 'departmentId', language),
    ],
  ] as const
  return (
    <FilterBar list={list} label={t('people.search')} hint={t('people.searchHint')} longest={SEARCH_LENGTH}>
      <FilterSelect
        list={list}
        name="type"
        label={t('column.type')}
        every={t('filter.everyType')}
        options={USER_TYPES.map((type) => [type, t(`type.${type}`)])}
      />
      {places.map(
        ([name, isShown, every, options]) =>
          isShown && (
            <FilterSelect
              key={name}
              list={list}
              name={name}
              label={t(`filter.${name}`)}
              every={every}
              options={options}
              // A class of another campus or grade would find no one.
              onChange={(id) => list.change({ ...(name !== 'department' && { class: '' }), [name]: id })}
            />
          ),
      )}
      <FilterSelect
        list={list}
        name="state"
        label={t('filter.state')}
        options={(['active', 'inactive', 'all'] as const).map((state) => [state, t(`filter.${state}`)])}
      />
      <FilterCheck list={list} name="never" label={t('filter.never')} />
    </FilterBar>
  )
}
