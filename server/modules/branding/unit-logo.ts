import { createHash } from 'node:crypto'
import { DEFAULT_CREST } from '../units/default-crest.ts'
import type { Tx } from '../../db/database.ts'
import { unitLogo } from '../../db/tables.generated.ts'

const defaultSum = createHash('sha256').update(DEFAULT_CREST.content).digest()
/** The logo of units without their own. */
export const defaultLogo = { ...DEFAULT_CREST, sha256: defaultSum, etag: etagOf(defaultSum) }

/** The unit's logo, or the default one. */
export async function readUnitLogo(tx: Tx) {
  const [logo] = await tx.select().from(unitLogo)
  if (!logo?.sha256) return defaultLogo
  return { mediaType: logo.mediaType, content: logo.content, etag: etagOf(logo.sha256) }
}

function etagOf(sha256: Buffer): string {
  return `"${sha256.toString('base64url')}"`
}
