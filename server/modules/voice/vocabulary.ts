import { and, arrayContains, eq, ne, or, sql } from 'drizzle-orm'
import { applicationPath, pageOf } from '../../../contract/pages.ts'
import type { Tx } from '../../db/database.ts'
import { application } from '../../db/schema/portal.ts'
import { vocabulary } from '../../db/schema/voice.ts'
import type { Session } from '../../http/call.ts'
import { hasIconFor } from '../desktop/desktop.ts'
import { syllablesOf } from '../desktop/people-search.ts'
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
  return matchPhrase(forms, await Promise.all(phrases.map(({ text, opens }) => phraseOf(text, opens))))
}

type Menu = Awaited<ReturnType<typeof readMenu>>
type Written = Pick<Phrase, 'text' | 'opens'>

/** The applications that the person may open, by their code, in the menu's order. */
async function readMenu(tx: Tx, session: Session, form: 'pc' | 'mobile') {
  const rows = await tx
    .select({
      code: application.code,
      shortName: application.shortName,
      name: application.name,
      englishShortName: application.englishShortName,
      englishName: application.englishName,
      menuRoute: application.menuRoute,
      deployPath: application.deployPath,
    })
    .from(application)
    .where(and(hasIconFor(session), ne(application.updateStatus, 0)))
    .orderBy(application.position, application.code)
  const idPath = session.userType === 1 || session.userType === 3 ? 'spm' : 'tm'
  return new Map(
    rows.map(({ code, menuRoute, deployPath, ...names }) => {
      const opens = /^https?:/.test(menuRoute) ? menuRoute : applicationPath(code, deployPath, idPath, form)
      return [code, { names: Object.values(names), menuRoute, opens }]
    }),
  )
}

function namesOf(menu: Menu): Written[] {
  return [...menu.values()].flatMap(({ names, opens }) => names.map((text) => ({ text, opens })))
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

async function phraseOf(written: string, opens: string): Promise<Phrase> {
  return { ...(await withSyllables(normalizeSpoken(written))), opens }
}

async function withSyllables(text: string) {
  return { text, syllables: await syllablesOf(text) }
}
