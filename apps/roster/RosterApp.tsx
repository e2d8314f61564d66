import * as roster from '../../contract/endpoints/people/roster.ts'
import { useSearchKeys } from '../../src/app/micro-apps/app-context.ts'
import { useEndpoint } from '../../src/app/micro-apps/use-endpoint.ts'
import { SlipsPage } from '../../src/app/micro-apps/slips/SlipsPage.tsx'
import { useSlips } from '../../src/app/micro-apps/slips/use-slips.ts'
import { nameIn, useLanguage, useTexts } from './portal-context.ts'
import { AppRoutes } from '../../src/app/micro-apps/AppRoutes.tsx'
import { ROUTES } from './routes.ts'

export function RosterApp() {
  const t = useTexts()
  const language = useLanguage()
  const { slips } = useSlips()
  const { data = [] } = useEndpoint(roster.classes, {})
  useSearchKeys(data.map((one) => ({ path: `/class/${one.classId}`, name: nameIn(one, language) })))
  // Before everything else: the passwords are shown this once.
  if (slips) return <SlipsPage slips={slips} text={(key, values) => t(`slips.${key}`, values)} />
  return <AppRoutes routes={ROUTES} />
}
