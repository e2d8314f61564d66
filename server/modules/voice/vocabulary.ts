import { and, arrayContains, eq, ne, or, sql } from 'drizzle-orm'
import { FOLDER, PAGE } from '../../../contract/endpoints/desktop/desktop.ts'
import { applicationPath, pageOf } from '../../../contract/pages.ts'
import type { Tx } from '../../db/database.ts'
import { application, vocabulary } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { isInMenuOf } from '../desktop/desktop.ts'
import { openedAddress } from '../units/offered-applications.ts'
import { syllablesOf } from '../desktop/pinyin.ts'
import { matchPhrase, normalizeSpoken, withoutFillers, type Phrase } from './match-phrase.ts'

/**
 * The address of what a person said: an application of their menu by its names, or what a phrase of the unit's vocabulary opens for them. Null without a match.
 * Addresses of applications are those for `form`.
 */
export async function findByVocabulary(
  tx: Tx,
  session: Session,
  said: string,
  form: 'pc' | 'mobile',
): Promise<string | null> {
  const normalized = normalizeSpoken(said)
  if (normalized === '') return null
  const menu = await readMenu(tx, session, form)
  const phrases = [...(await readVocabulary(tx, session, menu)), ...namesOf(menu)]
  const forms = await Promise.all(withoutFillers(normalized).map(withSyllables))
  return matchPhrase(forms, await Promise.all(phrases.map(phraseOf)))
}

type Menu = Awaited<ReturnType<typeof readMenu>>
type Written = Pick<Phrase, 'text' | 'opens'>

/** What the person may open, by its code, in the menu's order: applications, those in folders too, and pages inside them. */
async function readMenu(tx: Tx, session: Session, form: 'pc' | 'mobile') {
  const rows = await tx
    .select({
      code: application.code,
      parentCode: application.parentCode,
      resourceType: application.resourceType,
      shortName: application.shortName,
      name: application.name,
      englishShortName: application.englishShortName,
      englishName: application.englishName,
      menuRoute: openedAddress,
      deployPath: application.deployPath,
    })
    .from(application)
    .where(and(isInMenuOf(session), ne(application.updateStatus, 0)))
    .orderBy(application.position, application.code)
  const idPath = session.userType === 1 || session.userType === 3 ? 'spm' : 'tm'
  const shown = new Map(rows.map((row) => [row.code, row]))
  return new Map(
    rows.flatMap(({ code, parentCode, resourceType, menuRoute, deployPath, ...names }) => {
      const parent = parentCode === null ? null : shown.get(parentCode)
      // A folder opens nothing, and what stands in something that the person does not see is not seen either.
      if (resourceType === FOLDER || parent === undefined) return []
      const inside = parent?.resourceType === PAGE ? parent : null
      const path = applicationPath(inside?.code ?? code, inside?.deployPath ?? deployPath, idPath, form)
      const opens = inside ? `${path}#/${menuRoute}` : /^https?:/.test(menuRoute) ? menuRoute : path
      return [[code, { names: Object.values(names), menuRoute, opens }] as const]
    }),
  )
}

function namesOf(menu: Menu): Written[] {
  return [...menu.values()].flatMap(({ names, opens }) => names.map((name) => ({ text: name, opens })))
}

async function readVocabulary(tx: Tx, { unitId, userId, userType }: Session, menu: Menu): Promise<Written[]> {
  const rows = await tx
    .select({ phrase: vocabulary.phrase, appCode: vocabulary.appCode, url: vocabulary.url })
    .from(vocabulary)
    .where(
      and(
        or(sql`cardinality(${vocabulary.userTypes}) = 0`, arrayContains(vocabulary.userTypes, [userType])),
        sql`(${vocabulary.permission} is null or portal_holds(${unitId}, ${userId}, ${userType}::smallint, ${vocabulary.permission}))`,
        eq(vocabulary.unitId, unitId),
      ),
    )
    .orderBy(vocabulary.phrase, vocabulary.language)
  return rows.flatMap(({ phrase, appCode, url }) => {
    if (appCode === null) return mayOpen(url, userType, menu) ? [{ text: phrase, opens: url }] : []
    const app = menu.get(appCode)
    return app ? [{ text: phrase, opens: app.opens + url }] : []
  })
}

/** An application's page must be in the menu, and its form for teachers is for pupils and parents only where the menu itself leads there. */
function mayOpen(url: string, userType: Session['userType'], menu: Menu): boolean {
  const page = url.startsWith('/') ? pageOf(new URL(url, 'http://portal').pathname) : null
  if (page?.kind !== 'application') return true
  const app = menu.get(page.code)
  if (!app) return false
  return userType === 2 || userType === 4 || page.idPath !== 'tm' || app.menuRoute.includes('_tm')
}

async function phraseOf({ text: written, opens }: Written): Promise<Phrase> {
  return { ...(await withSyllables(normalizeSpoken(written))), opens }
}

async function withSyllables(spoken: string) {
  return { text: spoken, syllables: await syllablesOf(spoken) }
}
