import caretLeft from '@phosphor-icons/core/regular/caret-left.svg?raw'
import { Link } from 'react-router-dom'
import { Icon } from '../../../src/app/ui/Icon.tsx'
import { placePath, whoseOf, type Place } from '../app-route.ts'
import { PersonMonth } from '../mine/PersonMonth.tsx'
import { nameIn } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { useGroup } from './use-group.ts'

/** The month of one person of a group. */
export function PersonPage({ place }: { place: Extract<Place, { page: 'person' }> }) {
  const t = useTexts()
  const language = useLanguage()
  const shown = useGroup(place.group)
  const { group, month } = place
  return (
    <>
      <Link className="at-back" to={placePath({ page: 'month', group, month })}>
        <Icon svg={caretLeft} size={18} />
        {t('group.backTo', { name: shown ? nameIn(shown, language) : '' })}
      </Link>
      <PersonMonth
        month={month}
        day={place.day}
        whose={whoseOf(group, place.person)}
        placeOf={(next) => ({ ...place, day: null, ...next })}
      />
    </>
  )
}
