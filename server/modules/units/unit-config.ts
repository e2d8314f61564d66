import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DEFAULT_THEME_COLOR } from '../../../contract/limits.ts'
import {
  clientDownloads,
  type ClientDownloads,
  type SignInMethods,
  type UnitConfig,
  unitConfigData,
} from '../../../contract/endpoints/units/tenant.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { unit } from '../../db/tables.generated.ts'
import { unitTimeZone } from './unit-time-zone.ts'

/** SQL: whether a row of `unit` is the transaction's unit. */
export const isOwnUnit = eq(unit.unitId, sql`portal_unit_id()`)

const COLOR = /^#[0-9a-f]{6}$/i

const storedConfig = z.extend(unitConfigData, { signInWays: z.unknown(), otherBrand: z.boolean() })

/** The installation's defaults for all units. A unit with downloads of its own offers those instead. */
interface Installation {
  readonly clientDownloads: ClientDownloads
  readonly tableExportBase: string | null
}

/** The public part of a unit. Throws 'tenant.unknown_host'. */
export async function readUnitConfig(
  tx: Tx,
  { clientDownloads: downloads, tableExportBase }: Installation,
): Promise<UnitConfig> {
  const [row] = await queryRows(tx, storedConfig)`
    select u.unit_id as "unitId", u.name as "unitName", u.english_name as "unitEnName", u.unit_type as "unitType", u.footer, u.link,
      u.decoration_set::text as "decorationSet", u.theme_color as "themeColor", u.sign_in_ways as "signInWays", u.password_rule as "passwordRule",
      exists (select from unit_mail m where m.unit_id = u.unit_id) as "resetByMail",
      exists (select from sign_in_provider p where p.unit_id = u.unit_id and p.enabled and p.kind in ('oidc', 'wechat_web')) as social,
      exists (select from face_settings f where f.unit_id = u.unit_id and f.sign_in) as face,
      exists (select from licence l where l.unit_id = u.unit_id and l.oam) as "otherBrand",
      ${unitTimeZone} as "timeZone", u.login_jump_page as "loginJumpPage", u.auto_login as "autoLogin", u.language_list as "languageList",
      u.language_follows_browser as "languageFollowsBrowser", json_build_object('apipath', u.ticket_path, 'name', u.ticket_name) as "loginTickitConifg",
      u.desktop_name as "desktopName", u.desktop_english_name as "desktopEnName"
    from unit u where u.unit_id = portal_unit_id()`
  if (!row) throw new PortalError('tenant.unknown_host')
  const { otherBrand, ...found } = row
  return {
    ...found,
    ...(otherBrand && { otherBrand }),
    ...(tableExportBase !== null && { tableExportBase }),
    themeColor: COLOR.test(found.themeColor) ? found.themeColor : DEFAULT_THEME_COLOR,
    signInWays: readSignInMethods(found.signInWays),
    ...offerDownloads(found.decorationSet, downloads),
  }
}

/** The origin of another site to which pages send tables; none where it is the portal's own. */
export function originOfTables({ tableExportBase: base = '' }: Pick<UnitConfig, 'tableExportBase'>): string[] {
  return base.startsWith('https:') ? [new URL(base).origin] : []
}

/** The unit's own downloads come first; damaged ones count as none. */
function offerDownloads(decoration: string | null, downloads: ClientDownloads): Pick<UnitConfig, 'clientDownloads'> {
  const given: unknown = decoration === null ? null : JSON.parse(decoration)
  const own = clientDownloads.safeParse(Object(given).clientDownloads)
  const offered = { ...downloads, ...(own.success && own.data) }
  return Object.keys(offered).length > 0 ? { clientDownloads: offered } : {}
}

/** Only the value `true` allows a method. */
export function readSignInMethods(stored: unknown): Required<SignInMethods> {
  const given = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  return {
    password: given.get('password') === true,
    accessToken: given.get('accessToken') === true,
    userClient: given.get('userClient') === true,
    ticket: given.get('ticket') === true,
  }
}

/** Throws 'login.way_off' when the unit does not allow the method. */
export async function requireSignInMethod(tx: Tx, method: keyof SignInMethods): Promise<void> {
  const [found] = await tx.select({ ways: unit.signInWays }).from(unit).where(isOwnUnit)
  if (!readSignInMethods(found?.ways)[method]) throw new PortalError('login.way_off')
}
