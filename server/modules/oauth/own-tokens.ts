import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { oauthArtifact, oauthClient } from '../../db/tables.generated.ts'
import { artifactHash } from './issuer-adapter.ts'

const issued = z.object({ scope: z.string() })

/** A third party that calls in its own name. */
export interface OwnCaller {
  readonly clientId: string
  /** Those of its token that the client still has. */
  readonly scopes: ReadonlySet<string>
}

/** Who a token of the grant client_credentials was issued to; undefined for any other token, and once its client was turned off or deleted. */
export async function findOwnCaller(tx: Tx, token: string): Promise<OwnCaller | undefined> {
  const [found] = await tx
    .select({ clientId: oauthClient.clientId, ownScopes: oauthClient.ownScopes, payload: oauthArtifact.payload })
    .from(oauthArtifact)
    .innerJoin(
      oauthClient,
      and(eq(oauthClient.unitId, oauthArtifact.unitId), eq(oauthClient.clientId, oauthArtifact.clientId)),
    )
    .where(
      and(
        eq(oauthArtifact.idHash, artifactHash('ClientCredentials', token)),
        eq(oauthArtifact.model, 'ClientCredentials'),
        gt(oauthArtifact.expiresAt, sql`now()`),
        isNull(oauthClient.disabledAt),
      ),
    )
  if (!found) return undefined
  const asked = z.parse(issued, found.payload).scope.split(' ')
  return { clientId: found.clientId, scopes: new Set(asked.filter((scope) => found.ownScopes.includes(scope))) }
}
