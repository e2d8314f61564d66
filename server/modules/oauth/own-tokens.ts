import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { artifactHash } from './issuer-adapter.ts'

const issued = z.object({ clientId: z.string(), ownScopes: z.array(z.string()), asked: z.string() })

/** A third party that calls in its own name. */
export interface OwnCaller {
  readonly clientId: string
  /** Those of its token that the client still has. */
  readonly scopes: ReadonlySet<string>
}

/** Who a token of the grant client_credentials was issued to; undefined for any other token, and once its client was turned off or deleted. */
export async function findOwnCaller(tx: Tx, token: string): Promise<OwnCaller | undefined> {
  const [found] = await queryRows(tx, issued)`
    select c.client_id as "clientId", c.own_scopes as "ownScopes", t.payload ->> 'scope' as asked
    from oauth_artifact t join oauth_client c on c.unit_id = t.unit_id and c.client_id = t.client_id
    where t.id_hash = ${artifactHash('ClientCredentials', token)} and t.model = 'ClientCredentials' and t.expires_at > now() and c.disabled_at is null`
  if (!found) return undefined
  const { clientId, ownScopes, asked } = found
  return { clientId, scopes: new Set(asked.split(' ').filter((scope) => ownScopes.includes(scope))) }
}
