import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { routePath, whoseOf, type AppRoute } from '../app-route.ts'
import { PersonMonth } from '../mine/PersonMonth.tsx'
import { nameIn } from '../name-in.ts'
import { useGroup, useTexts } from '../portal-context.ts'

export function PersonPage({ route }: { route: Extract<AppRoute, { page: 'person' }> }) {
  const t = useTexts()
  const language = useLanguage()
  const shown = useGroup(route.group)
  const { group, month } = route
  return (
    <>
      <Link className="k-head__back" to={routePath({ page: 'month', group, month })}>
        <Icon svg={CaretLeft} size={18} />
        {t('group.backTo', { name: shown ? nameIn(shown, language) : '' })}
      </Link>
      <PersonMonth
        month={month}
        day={route.day}
        whose={whoseOf(group, route.person)}
        routeOf={(next) => ({ ...route, day: null, ...next })}
      />
    </>
  )
}
