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
  return (
    <FilterBar list={list} label={t('people.search')} hint={t('people.searchHint')} longest={SEARCH_LENGTH}>
      <FilterSelect
        list={list}
        name="type"
        label={t('column.type')}
        every={t('filter.everyType')}
        options={USER_TYPES.map((type) => [type, t(`type.${type}`)])}
      />
      {campuses.length > 1 && (
        <FilterSelect
          list={list}
          name="campus"
          label={t('filter.campus')}
          every={t('filter.everyCampus')}
          options={namedOptions(campuses, ({ campusId }) => campusId, language)}
          onChange={(campusId) => list.change({ campus: campusId, class: '' })}
        />
      )}
      {grades.length > 0 && (
        <FilterSelect
          list={list}
          name="grade"
          label={t('filter.grade')}
          every={t('filter.everyGrade')}
          options={namedOptions(grades, ({ gradeId }) => gradeId, language)}
          onChange={(gradeId) => list.change({ grade: gradeId, class: '' })}
        />
      )}
      {classes.length > 0 && (
        <FilterSelect
          list={list}
          name="class"
          label={t('filter.class')}
          every={t('filter.everyClass')}
          options={classOptions({ grades, classes: inGrade }, language)}
        />
      )}
      {departments.length > 0 && (
        <FilterSelect
          list={list}
          name="department"
          label={t('filter.department')}
          every={t('filter.everyDepartment')}
          options={namedOptions(departments, ({ departmentId }) => departmentId, language)}
        />
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
