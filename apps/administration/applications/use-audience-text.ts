import type { Application, ApplicationOverview } from '../../../contract/endpoints/applications/applications.ts'
import { useLocale } from '../portal-context.ts'

/** Returns the function that says in a line who sees an application. */
export function useAudienceText({ roles, campuses }: Pick<ApplicationOverview, 'roles' | 'campuses'>) {
  const { t, nameOf } = useLocale()
  return ({ madeFor, audience }: Pick<Application, 'madeFor' | 'audience'>): string => {
    const types = madeFor.filter((type) => audience.userTypes.length === 0 || audience.userTypes.includes(type))
    const named = (found: { name: string; englishName: string } | undefined) =>
      found ? nameOf(found) : t('applications.audience.gone')
    const parts = [
      types.length === 4 ? '' : types.map((type) => t(`types.${type}`)).join(t('comma')),
      audience.roleIds.map((id) => named(roles.find(({ roleId }) => roleId === id))).join(t('comma')),
      audience.classIds.length > 0 ? t('applications.classes', { count: audience.classIds.length }) : '',
      audience.campusIds.map((id) => named(campuses.find(({ campusId }) => campusId === id))).join(t('comma')),
    ].filter(Boolean)
    return parts.length > 0 ? parts.join(' · ') : t('applications.everyone')
  }
}
