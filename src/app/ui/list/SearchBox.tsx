import './list.css'
import Magnifier from '@phosphor-icons/core/regular/magnifying-glass.svg?react'
import { Icon } from '../icons/Icon.tsx'
import { useSearchText } from './use-search-text.ts'

/** The search of a list: `onSearch` gets the text after a pause. `longest` is in characters. */
export function SearchBox({
  label,
  hint,
  value,
  longest,
  onSearch,
}: {
  label: string
  hint: string
  value: string
  longest: number
  onSearch: (text: string) => void
}) {
  const search = useSearchText(value, onSearch)
  return (
    <div className="k-search">
      <Icon svg={Magnifier} />
      <input
        type="search"
        className="k-field__input"
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={longest}
        {...search}
      />
    </div>
  )
}
