import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { oauthArtifact } from '../../db/schema/third-parties.ts'

/** Ends what third parties were allowed to do on a person's behalf without them: every grant with its codes and tokens. What they agreed to stays. */
export async function revokeGrants(tx: Tx, userId: string): Promise<void> {
  await tx.delete(oauthArtifact).where(and(eq(oauthArtifact.userId, userId), eq(oauthArtifact.model, 'Grant')))
}
