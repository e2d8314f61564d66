import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import { calendarDay, code } from '../../../contract/fields.ts'
import { FREE_ICONS, freeIconPath } from '../../../contract/rules/desktop/own-application.ts'
import { isLink } from '../../../contract/rules/fields/link.ts'

const { name, englishName, icon, audience } = applications.save.request.shape
const { userTypes, roleIds, classIds, campusIds } = audience.shape

/** The fields of the form; what an application opens and its licence are of own ones alone. */
export const applicationForm = z
  .object({
    name,
    englishName,
    /** '' within a folder. */
    group: z.string(),
    icon,
    kind: z.literal(['link', 'client', 'dedicated', 'fixed']),
    url: z.string().check(z.trim(), z.maxLength(2048)),
    clientId: z.string(),
    userTypes,
    roleIds,
    classIds,
    campusIds,
    endsOn: z.union([z.literal(''), calendarDay]),
  })
  .check(
    z.refine(({ kind, url }) => kind !== 'link' || url !== '', { path: ['url'], error: code('field.required') }),
    z.refine(({ kind, url }) => kind !== 'link' || url === '' || isLink(url), {
      path: ['url'],
      error: code('application.link'),
    }),
    z.refine(({ kind, clientId }) => kind !== 'client' || clientId !== '', {
      path: ['clientId'],
      error: code('field.required'),
    }),
  )
export type ApplicationForm = z.infer<typeof applicationForm>

/** The form of an application, or of a new one, with the first icon that no application has. */
export function formOf(of: applications.Application | null, all: readonly applications.Application[]): ApplicationForm {
  const free = FREE_ICONS.map(freeIconPath).find((path) => all.every((one) => one.icon !== path))
  const { own = true, opens = { kind: 'link', url: '' } } = of ?? {}
  return {
    name: of?.name ?? '',
    englishName: of?.englishName ?? '',
    group: of ? (of.group ?? '') : 'ZDYYYFL-CYYY',
    icon: of?.icon ?? free ?? freeIconPath(FREE_ICONS[0]),
    kind: !own ? 'fixed' : opens.kind === 'client' || opens.kind === 'dedicated' ? opens.kind : 'link',
    url: opens.kind === 'link' ? opens.url : '',
    clientId: opens.kind === 'client' ? opens.clientId : '',
    ...(of?.audience ?? { userTypes: [], roleIds: [], classIds: [], campusIds: [] }),
    endsOn: (own && of?.licence?.endsOn) || '',
  }
}

export function requestOf(
  of: applications.Application | null,
  form: ApplicationForm,
  version: string | null,
): RequestOf<typeof applications.save> {
  const { kind, url, clientId, group, endsOn, name: chinese, englishName: english, icon: address, ...limits } = form
  const known = applications.save.request.shape.group
  return {
    code: of?.code ?? null,
    name: chinese,
    englishName: english,
    group: z.parse(known, group === '' ? null : group),
    icon: address,
    opens:
      kind === 'fixed' ? null : kind === 'link' ? { kind, url } : kind === 'client' ? { kind, clientId } : { kind },
    audience: limits,
    endsOn: endsOn === '' ? null : endsOn,
    version,
  }
}
