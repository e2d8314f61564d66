import { and, eq, gt, sql } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as z from 'zod/mini'
import { errorCode } from '../../runtime/errors.ts'
import type { Database, Tx } from '../../db/database.ts'
import { oauthArtifact } from '../../db/tables.generated.ts'
import { describeClient } from './issuer-configuration.ts'
import { seekClient } from './oauth-clients.ts'
import { hashToken } from '../auth/session-tokens.ts'

const FOREIGN_KEY_GONE = '23503'
const models = z.literal(['Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken', 'ClientCredentials'])
const storable = z.looseObject({
  accountId: z.optional(z.string()),
  clientId: z.string(),
  grantId: z.optional(z.string()),
  exp: z.number(),
})
const stored = z.looseObject({})
/** Lookups of features that are off. */
const unused = { findByUid: async () => undefined, findByUserCode: async () => undefined }

/** Under which an artifact is stored: its id is the secret itself. */
export function artifactHash(model: z.infer<typeof models>, id: string): Buffer {
  return hashToken(`${model} ${id}`)
}

/** Stores the issuer's artifacts of one unit, hashed and under their grant. Clients are read only. */
export function createAdapter(
  database: Database,
  unitId: string,
  /** For a code or token that is not valid. */
  refusal: (reason: string) => Error,
): (name: string) => Adapter {
  const inUnit = <T>(work: (tx: Tx) => Promise<T>) => database.inUnit({ unitId, userId: null }, work)

  return (name) => {
    if (name === 'Client')
      return readOnly(async (id) => {
        const client = await inUnit((tx) => seekClient(tx, id))
        return client && describeClient(client)
      })
    const parsed = models.safeParse(name)
    // Sessions, interactions and the like belong to features that are off.
    if (!parsed.success) return readOnly(async () => undefined)
    return keep(parsed.data)
  }

  function keep(model: z.infer<typeof models>): Adapter {
    const hashOf = (id: string) => artifactHash(model, id)

    return {
      async upsert(id, payload) {
        // The id is the secret itself.
        const { jti: _, ...kept } = payload
        const { accountId, clientId, grantId, exp } = z.parse(storable, payload)
        const expiresAt = new Date(exp * 1000)
        const grantHash = grantId === undefined ? null : artifactHash('Grant', grantId)
        const row = { idHash: hashOf(id), unitId, userId: accountId ?? null, clientId, model, grantHash }
        await inUnit((tx) =>
          tx
            .insert(oauthArtifact)
            .values({ ...row, payload: kept, expiresAt })
            .onConflictDoUpdate({ target: oauthArtifact.idHash, set: { payload: kept, expiresAt } }),
        ).catch((error: unknown) => {
          // Revoked between reading and writing: the new artifact must not outlive the grant.
          throw isGone(error) ? refusal('the grant has been revoked') : error
        })
      },
      async find(id) {
        const [row] = await inUnit((tx) =>
          tx
            .select({ payload: oauthArtifact.payload, consumedAt: oauthArtifact.consumedAt })
            .from(oauthArtifact)
            .where(and(eq(oauthArtifact.idHash, hashOf(id)), gt(oauthArtifact.expiresAt, sql`now()`))),
        )
        if (!row) return undefined
        const consumed = row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1000) }
        return { ...z.parse(stored, row.payload), ...consumed, jti: id }
      },
      async consume(id) {
        const idHash = hashOf(id)
        const isFirst = await inUnit(async (tx) => {
          // One statement: of two at once the second waits, and then finds it consumed.
          const { rowCount } = await tx.execute(sql`
            update oauth_artifact set consumed_at = now() where id_hash = ${idHash} and consumed_at is null`)
          if (rowCount) return true
          // Two parties hold what was consumed twice, so the whole grant ends.
          await tx.execute(sql`
            delete from oauth_artifact where id_hash = (select grant_hash from oauth_artifact where id_hash = ${idHash})`)
          return false
        })
        if (!isFirst) throw refusal('it was used before')
      },
      async destroy(id) {
        await inUnit((tx) => tx.execute(sql`delete from oauth_artifact where id_hash = ${hashOf(id)}`))
      },
      async revokeByGrantId(grantId) {
        const grantHash = artifactHash('Grant', grantId)
        await inUnit((tx) =>
          tx.execute(sql`delete from oauth_artifact where grant_hash = ${grantHash} and model = ${model}`),
        )
      },
      ...unused,
    }
  }
}

function isGone(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (errorCode(at) === FOREIGN_KEY_GONE) return true
  return false
}

function readOnly(find: (id: string) => Promise<AdapterPayload | undefined>): Adapter {
  const refuse = async (): Promise<void> => {
    throw new Error('nothing of this kind is kept')
  }
  return { find, upsert: refuse, consume: refuse, destroy: refuse, revokeByGrantId: refuse, ...unused }
}
