import * as z from 'zod/mini'
import {
  type DesktopForm,
  type DesktopSettings,
  type Filing,
  type FilingsForm,
  type FilingsSettings,
  type NetworksSettings,
  type PathsForm,
  type PathsSettings,
  readDesktop as readDesktopEndpoint,
} from '../../../../contract/endpoints/units/unit-settings.ts'
import { clientDownloads, type DecorationSet } from '../../../../contract/endpoints/units/tenant.ts'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { pageOf } from '../../../../contract/pages.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { queryAny, queryRows } from '../../../db/query.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import { plainAddress } from '../../../http/network-address.ts'
import { versionOf } from '../../../http/record-version.ts'
import { reachesAllAccounts } from '../../auth/may-act-for.ts'
import { readUnitConfiguration, saveUnitConfiguration } from '../stored-configuration.ts'

type Stored = Awaited<ReturnType<typeof readUnitConfiguration>>

const languageList = z.array(z.literal(LANGUAGES)).check(z.minLength(1))

function desktopOf(configuration: Stored): DesktopForm {
  const { desktopName, desktopEnName, loginJumpPage, languageList: languages, decorationSet } = configuration
  const { installer = '', portable = '' } = clientDownloads.safeParse(decorationSet?.clientDownloads).data ?? {}
  return {
    desktopName: desktopName ?? '',
    desktopEnName: desktopEnName ?? '',
    loginJumpPage: loginJumpPage ?? '',
    languages: languageList.safeParse(languages).data ?? [...LANGUAGES],
    installer,
    portable,
  }
}

export async function readDesktop(tx: Tx, session: Session): Promise<DesktopSettings> {
  const form = desktopOf(await readUnitConfiguration(tx))
  // Applications inside folders and pages have no address that the setting could name.
  const applications = await queryRows(tx, readDesktopEndpoint.response.shape.applications.def.element)`
    select code, name, english_name as "englishName" from application where removed_at is null and parent_code is null order by position, code`
  return { ...form, reachesAllAccounts: reachesAllAccounts(session), applications, version: versionOf(form) }
}

/** Throws 'access.denied' where the Windows client changes and the caller is not an administrator: all users are offered it, administrators too. */
export async function saveDesktop(tx: Tx, session: Session, given: DesktopForm): Promise<void> {
  const configuration = await readUnitConfiguration(tx)
  const before = desktopOf(configuration)
  const { desktopName, desktopEnName, loginJumpPage, languages, installer, portable } = given
  const isClientNew = installer !== before.installer || portable !== before.portable
  if (isClientNew && !reachesAllAccounts(session)) throw new PortalError('access.denied')
  if (loginJumpPage !== before.loginJumpPage && loginJumpPage !== '') await requireJumpPage(tx, loginJumpPage)
  const isSameList = languages.toSorted().join() === before.languages.toSorted().join()
  const { clientDownloads: _, ...decoration } = decorationOf(configuration)
  const downloads = { ...(installer !== '' && { installer }), ...(portable !== '' && { portable }) }
  await saveUnitConfiguration(tx, {
    ...configuration,
    desktopName: desktopName || null,
    desktopEnName: desktopEnName || null,
    loginJumpPage: loginJumpPage || null,
    languageList: isSameList ? configuration.languageList : languages.length === LANGUAGES.length ? null : languages,
    ...(isClientNew && {
      decorationSet: {
        ...decoration,
        ...(Object.keys(downloads).length > 0 && { clientDownloads: downloads }),
      },
    }),
  })
}

/** Throws 'field.portal_page' where the page after signing in is of an application that the transaction's unit does not have. */
export async function requireJumpPage(tx: Tx, path: string): Promise<void> {
  const page = pageOf(new URL(path, 'http://portal').pathname)
  const code = page?.kind === 'redirect' ? page.app : page?.kind === 'application' ? page.code : null
  if (code === null) return
  if (!(await queryAny(tx)`select from application where code = ${code} and removed_at is null`))
    throw fieldError('loginJumpPage', 'field.portal_page', 'request.invalid')
}

/** The decoration of a unit that has none shows the footer with help. */
function decorationOf({ decorationSet }: Stored): DecorationSet {
  return decorationSet ?? { footerMsg: { show: true, helpCenter: true } }
}

export async function readFilings(tx: Tx): Promise<FilingsSettings> {
  const { footerMsg = {} } = decorationOf(await readUnitConfiguration(tx))
  const form = filingsOf(footerMsg)
  return { ...form, footerShown: footerMsg.show === true, version: versionOf(form) }
}

function filingsOf({ baList = [], showBaMsg }: NonNullable<DecorationSet['footerMsg']>): FilingsForm {
  const filings = baList.map(({ baContent, baUrl = '', baImg = '', showImg = false }): Filing => ({
    text: baContent,
    link: baUrl,
    picture: baImg,
    pictureShown: showImg,
  }))
  // Without filings the switch is on, so that the first filing that is added is shown.
  return { shown: showBaMsg === true || filings.length === 0, filings }
}

export async function saveFilings(tx: Tx, { shown, filings }: FilingsForm): Promise<void> {
  const configuration = await readUnitConfiguration(tx)
  const decoration = decorationOf(configuration)
  const baList = filings.map(({ text, link, picture, pictureShown }) => ({
    baContent: text,
    ...(link !== '' && { baUrl: link }),
    ...(picture !== '' && { baImg: picture }),
    showImg: pictureShown && picture !== '',
  }))
  const footerMsg = { ...decoration.footerMsg, showBaMsg: shown && baList.length > 0, baList }
  await saveUnitConfiguration(tx, { ...configuration, decorationSet: { ...decoration, footerMsg } })
}

export async function readPaths(tx: Tx, session: Session): Promise<PathsSettings> {
  const { autoLogin, loginTickitConifg: ticket } = await readUnitConfiguration(tx)
  const form = { autoLogin, ticketPath: ticket.apipath ?? '', ticketName: ticket.name }
  return { ...form, reachesAllAccounts: reachesAllAccounts(session), version: versionOf(form) }
}

export async function savePaths(tx: Tx, { autoLogin, ticketPath, ticketName }: PathsForm): Promise<void> {
  const configuration = await readUnitConfiguration(tx)
  const loginTickitConifg = { apipath: ticketPath || null, name: ticketName }
  await saveUnitConfiguration(tx, { ...configuration, autoLogin, loginTickitConifg })
}

/** The networks of the unit, with the caller's `address`. */
export async function readNetworks(tx: Tx, session: Session, address: string): Promise<NetworksSettings> {
  const networks = (await readUnitConfiguration(tx)).networks ?? []
  return {
    networks,
    address: plainAddress(address) ?? address,
    reachesAllAccounts: reachesAllAccounts(session),
    version: versionOf(networks),
  }
}

export async function saveNetworks(tx: Tx, networks: readonly string[]): Promise<void> {
  await saveUnitConfiguration(tx, { ...(await readUnitConfiguration(tx)), networks: [...new Set(networks)] })
}
