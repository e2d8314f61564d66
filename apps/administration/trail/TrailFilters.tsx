import Funnel from '@phosphor-icons/core/regular/funnel.svg?react'
import { useState, type ReactNode } from 'react'
import { EVENT_TEXT_LENGTH, type adminEventFilters } from '../../../contract/endpoints/admin-events.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { personName, useTexts } from '../portal-context.ts'
import { SearchBox } from '../SearchBox.tsx'
import { countTrailFilters, EVENT_KINDS, EVERYTHING, type TrailQuery } from './trail-query.ts'
import { useEventTexts } from './use-event-texts.ts'

type Ask = (change: Partial<TrailQuery>, replace?: boolean) => void

/** The search and the filters of the trail; on a phone the filters open. */
export function TrailFilters({
  asked,
  filters = { actors: [], actions: [], keptDays: 0 },
  onAsk,
}: {
  asked: TrailQuery
  filters: ResponseOf<typeof adminEventFilters> | undefined
  onAsk: Ask
}) {
  const t = useTexts()
  const texts = useEventTexts()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const count = countTrailFilters(asked)
  const actions = filters.actions
    .map((action) => [action, texts.action(action)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, language))
  const select = (name: 'actor' | 'action' | 'kind', every: string, options: ReactNode) => (
    <select
      className="k-field__input ad-filter"
      aria-label={t(`trail.${name}`)}
      value={asked[name]}
      data-set={asked[name] !== '' || undefined}
      onChange={({ currentTarget: { value } }) => onAsk({ [name]: value })}
    >
      <option value="">{every}</option>
      {options}
    </select>
  )
  const day = (name: 'from' | 'to') => (
    <label className="ad-day">
      {t(`trail.${name}`)}
      <input
        type="date"
        className="k-field__input ad-filter"
        value={asked[name]}
        data-set={asked[name] !== '' || undefined}
        onChange={({ currentTarget: { value } }) => onAsk({ [name]: value }, true)}
      />
    </label>
  )

  return (
    <div className="ad-filters" role="search" aria-label={t('trail.search')}>
      <SearchBox
        label={t('trail.search')}
        hint={t('trail.searchHint')}
        value={asked.text}
        longest={EVENT_TEXT_LENGTH}
        onSearch={(text) => onAsk({ text }, true)}
      />
      <Button icon={Funnel} className="ad-filters__toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {count > 0 ? t('people.filtersSet', { count }) : t('people.filters')}
      </Button>
      <div className="ad-filters__all" data-open={open || undefined}>
        {select(
          'actor',
          t('trail.everyActor'),
          filters.actors.map((actor) => (
            <option key={actor.userId} value={actor.userId}>
              {[personName(actor, language), actor.loginName].filter(Boolean).join(' · ')}
            </option>
          )),
        )}
        {select(
          'action',
          t('trail.everyAction'),
          actions.map(([action, text]) => (
            <option key={action} value={action}>
              {text}
            </option>
          )),
        )}
        {select(
          'kind',
          t('trail.everyKind'),
          EVENT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`trail.kinds.${kind}`)}
            </option>
          )),
        )}
        <div className="ad-days">
          {day('from')}
          {day('to')}
        </div>
        {count > 0 && (
          <Button kind="quiet" onClick={() => onAsk({ ...EVERYTHING, text: asked.text })}>
            {t('people.clearFilters')}
          </Button>
        )}
      </div>
    </div>
  )
}
