import './list.css'
import Funnel from '@phosphor-icons/core/regular/funnel.svg?react'
import { Children, useRef, useState, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Select } from '../fields/Select.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { ListQuery } from './use-list-query.ts'
import { useListTexts } from './use-list-texts.ts'

/** The search of a list and its filters, as children. On a phone several filters open by a button. */
export function FilterBar<Values extends { readonly query: string }>({
  list,
  label,
  hint,
  longest,
  children,
}: {
  list: ListQuery<Values>
  label: string
  /** In the empty search box. */
  hint: string
  /** Characters of the search. */
  longest: number
  children: ReactNode
}) {
  const { t } = useListTexts()
  const [open, setOpen] = useState(false)
  const filters = useRef<HTMLDivElement>(null)
  const isFolded = Children.toArray(children).length > 1
  const { filterCount } = list
  return (
    <div className="k-filters" role="search" aria-label={label} data-folded={isFolded || undefined}>
      <SearchBox
        label={label}
        hint={hint}
        value={list.values.query}
        longest={longest}
        onSearch={(text) => list.set('query', text, true)}
      />
      {isFolded && (
        <Button icon={Funnel} className="k-filters__toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {filterCount > 0 ? t('filtersSet', { count: filterCount }) : t('filters')}
        </Button>
      )}
      <div ref={filters} className="k-filters__all" data-open={open || undefined}>
        {children}
        {isFolded && filterCount > 0 && (
          <Button
            kind="quiet"
            onClick={() => {
              list.clearFilters()
              // The button goes with the filters.
              filters.current?.querySelector<HTMLElement>('select, input')?.focus()
            }}
          >
            {t('clearFilters')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A filter by one of several values. Without `every` one of them is always chosen, by default the first. */
export function FilterSelect<Values extends object>({
  list,
  name,
  label,
  every,
  options,
  onChange = (value) => list.set(name, value),
}: {
  list: ListQuery<Values>
  name: keyof Values & string
  label: string
  /** The option for no filter. */
  every?: string
  options: readonly (readonly [value: string, label: string])[]
  onChange?: (value: string) => void
}) {
  const value = String(list.values[name])
  const none = every === undefined ? options[0]?.[0] : ''
  return (
    <Select
      className="k-filter"
      aria-label={label}
      value={value}
      data-set={value !== none || undefined}
      options={every === undefined ? options : [['', every], ...options]}
      onChoose={onChange}
    />
  )
}

/** A filter that is on or off. */
export function FilterCheck<Values extends object>({
  list,
  name,
  label,
}: {
  list: ListQuery<Values>
  name: keyof Values & string
  label: string
}) {
  return (
    <label className="k-check">
      <input
        type="checkbox"
        checked={list.values[name] === true}
        onChange={(event) => list.set(name, event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

/** A filter by a day. Each digit that is typed changes it, so that it makes no entries in the history. */
export function FilterDay<Values extends object>({
  list,
  name,
  label,
}: {
  list: ListQuery<Values>
  name: keyof Values & string
  label: string
}) {
  const value = String(list.values[name])
  return (
    <label className="k-filter-day">
      {label}
      <input
        type="date"
        className="k-field__input k-filter"
        value={value}
        data-set={value !== '' || undefined}
        onChange={(event) => list.set(name, event.currentTarget.value, true)}
      />
    </label>
  )
}
