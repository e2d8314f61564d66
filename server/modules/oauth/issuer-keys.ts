import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { desc, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { oauthKey } from '../../db/tables.generated.ts'
import type { Vault } from '../../runtime/vault.ts'

const generate = promisify(generateKeyPair)
const jwk = z.looseObject({ kty: z.literal('RSA') })

/** The signing key comes first, then those that are still published. The first use creates one. */
export async function readKeys(tx: Tx, vault: Vault, unitId: string) {
  const stored = await select(tx)
  const rows = stored.some(({ retiredAt }) => retiredAt === null)
    ? stored
    : await addKey(tx, vault, unitId).then(() => select(tx))
  return rows.map(({ kid, sealedJwk }) => {
    const key = jwk.parse(JSON.parse(vault.open(sealedJwk, vaultContextOf(unitId, kid))))
    return { ...key, kid, use: 'sig' as const, alg: 'RS256' as const }
  })
}

export async function readKeyIds(tx: Tx): Promise<string[]> {
  return (await select(tx)).map(({ kid }) => kid)
}

/** The old key is published for as long as anything that it signed is good. */
export async function rotateKeys(tx: Tx, vault: Vault, unitId: string): Promise<void> {
  await tx
    .update(oauthKey)
    .set({ retiredAt: sql`now()` })
    .where(isNull(oauthKey.retiredAt))
  await addKey(tx, vault, unitId)
}

/** A key that another process has just made stays: both publish the same. */
async function addKey(tx: Tx, vault: Vault, unitId: string): Promise<void> {
  // RS256: the only algorithm that OpenID Connect makes mandatory.
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  const kid = randomUUID()
  const sealedJwk = vault.seal(JSON.stringify(privateKey.export({ format: 'jwk' })), vaultContextOf(unitId, kid))
  await tx.insert(oauthKey).values({ kid, unitId, sealedJwk }).onConflictDoNothing()
}

function select(tx: Tx) {
  return tx
    .select({ kid: oauthKey.kid, sealedJwk: oauthKey.sealedJwk, retiredAt: oauthKey.retiredAt })
    .from(oauthKey)
    .orderBy(sql`${oauthKey.retiredAt} is not null`, desc(oauthKey.createdAt))
}

function vaultContextOf(unitId: string, kid: string): string {
  return `oauth-key ${unitId} ${kid}`
}
