import { createHash } from 'node:crypto'
import { DEFAULT_CREST, readCrest } from '../units/crests/crests.ts'
import type { Tx } from '../../db/database.ts'
import { unitLogo } from '../../db/tables.generated.ts'

const defaultContent = Buffer.from(readCrest(DEFAULT_CREST))
const defaultSha256 = createHash('sha256').update(defaultContent).digest()
/** Of units without their own. */
export const defaultLogo = {
  mediaType: 'image/svg+xml',
  content: defaultContent,
  sha256: defaultSha256,
  etag: etagOf(defaultSha256),
}

/** A neutral crest for a unit without its own. */
export async function readUnitLogo(tx: Tx) {
  const [logo] = await tx.select().from(unitLogo)
  if (!logo?.sha256) return defaultLogo
  return { mediaType: logo.mediaType, content: logo.content, etag: etagOf(logo.sha256) }
}

function etagOf(sha256: Buffer): string {
  return `"${sha256.toString('base64url')}"`
}
