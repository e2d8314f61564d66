import { Link } from 'react-router-dom'
import * as areas from '../../contract/endpoints/units/areas.ts'
import { useEndpoint } from '../../src/app/micro-apps/use-endpoint.ts'
import { Permitted } from '../../src/app/ui/layout/Permitted.tsx'
import { useDates } from './messages/use-dates.ts'
import { useLocale } from './portal-context.ts'

const MINUTE = 60_000

/** Who of the education office may see the school just now: all who administer it are told on every page. */
export function WatchingBanner() {
  const { t, nameOf, personName } = useLocale()
  const { moment } = useDates()
  const { data } = useEndpoint(areas.watching, {}, { every: () => MINUTE })
  if (!data || data.length === 0) return null
  return (
    <div className="app-notice ad-watching" role="status">
      <span>
        {data.map(({ person, office, endsAt }) => (
          <span key={`${person.realName} ${endsAt}`} className="ad-watching__one">
            {t('office.banner', {
              name: personName(person),
              office: nameOf(office),
              time: moment(endsAt),
            })}
          </span>
        ))}
      </span>
      <Permitted codes="base_role">
        <Link to="/roles">{t('office.manage')}</Link>
      </Permitted>
    </div>
  )
}
