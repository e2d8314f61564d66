import { EVENT_TEXT_LENGTH, type adminEventFilters } from '../../../contract/endpoints/admin-events.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { useLocale } from '../portal-context.ts'
import { EVENT_KINDS, type TrailQuery } from './trail-query.ts'
import { FilterBar, FilterDay, FilterSelect } from '../../../src/app/ui/list/FilterBar.tsx'
import type { ListQuery } from '../../../src/app/ui/list/use-list-query.ts'
import { useEventTexts } from './use-event-texts.ts'

/** The search and the filters of the trail. */
export function TrailFilters({
  list,
  filters = { actors: [], actions: [], keptDays: 0 },
}: {
  list: ListQuery<TrailQuery>
  filters: ResponseOf<typeof adminEventFilters> | undefined
}) {
  const { t, personName, language } = useLocale()
  const texts = useEventTexts()
  const actions = filters.actions
    .map((action) => [action, texts.action(action)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, language))
  return (
    <FilterBar list={list} label={t('trail.search')} hint={t('trail.searchHint')} longest={EVENT_TEXT_LENGTH}>
      <FilterSelect
        list={list}
        name="actor"
        label={t('trail.actor')}
        every={t('applications.everyone')}
        options={filters.actors.map((actor) => [
          actor.userId,
          [personName(actor), actor.loginName].filter(Boolean).join(' · '),
        ])}
      />
      <FilterSelect
        list={list}
        name="action"
        label={t('trail.action')}
        every={t('trail.everyAction')}
        options={actions}
      />
      <FilterSelect
        list={list}
        name="kind"
        label={t('trail.fields.outcome')}
        every={t('trail.everyKind')}
        options={EVENT_KINDS.map((kind) => [kind, t(`trail.kinds.${kind}`)])}
      />
      <FilterDay list={list} name="from" label={t('trail.from')} />
      <FilterDay list={list} name="to" label={t('trail.to')} />
    </FilterBar>
  )
}
