import Student from '@phosphor-icons/core/regular/student.svg?react'
import { Link } from 'react-router-dom'
import * as family from '../../../contract/endpoints/family/family.ts'
import type { Child } from '../../../contract/endpoints/family/family.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { NobodyCard, useRecordTexts } from '../NobodyCard.tsx'
import { routePath, type AppRoute } from '../app-route.ts'
import { personName } from '../name-in.ts'
import { monthOf } from '../../../src/app/ui/format/calendar.ts'
import { useGroups, PARENT, usePortal, useTexts } from '../portal-context.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { PersonMonth } from './PersonMonth.tsx'

type MineRoute = Extract<AppRoute, { page: 'mine' }>

/** The user's own month, or that of a child. */
export function MinePage({ route }: { route: MineRoute }) {
  const { userType } = usePortal().user
  const { today } = useGroups()
  const month = route.month ?? monthOf(today)
  if (userType === PARENT) return <ChildrenMonth route={route} month={month} />
  return <PersonMonth month={month} day={route.day} whose={{}} routeOf={(next) => ({ ...route, day: null, ...next })} />
}

/** The month of the child whose portal it is, unless a link asks for another one. */
function ChildrenMonth({ route, month }: { route: MineRoute; month: string }) {
  const { userId } = usePortal().user
  const chosen = useEndpoint(family.currentChild, { parentId: userId })
  const query = useEndpoint(family.children, { parentId: userId })
  const recordTexts = useRecordTexts()
  return (
    <Loaded query={chosen} lines={9} text={recordTexts}>
      {(current) => (
        <Loaded query={query} lines={9} text={recordTexts}>
          {(all) => {
            const own = all.find(({ id }) => id === current?.id) ?? all[0]
            const shown = all.find(({ id }) => id === route.student) ?? own
            if (!shown || !own) return <NobodyCard />
            const others = all.length > 1 && <OtherChild shown={shown} own={own} route={route} />
            return (
              <PersonMonth
                month={month}
                day={route.day}
                whose={{ studentId: shown.id }}
                routeOf={(next) => ({ ...route, day: null, ...next })}
                chooser={others}
              />
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

/** The way to another child: through the portal, so that all of it shows the same one. `shown` is another than `own` only where a link asked for it. */
function OtherChild({ shown, own, route }: { shown: Child; own: Child; route: MineRoute }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  if (shown.id !== own.id)
    return (
      <span className="at-row">
        <span>{t('mine.otherChild', { name: personName(shown, language) })}</span>
        <Link className="k-button" to={routePath({ ...route, student: null, day: null })}>
          {t('mine.ownChild', { name: personName(own, language) })}
        </Link>
      </span>
    )
  return (
    <Button icon={Student} aria-haspopup="dialog" onClick={() => portal.chooseChild()}>
      {t('mine.child')}
    </Button>
  )
}
