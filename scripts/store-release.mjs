// node scripts/store-release.mjs 0.3.0: stores a small database of this version, from which the upgrade test starts from then on, and lists its changes as released.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadTypeScript, root } from './ready.mjs'
import { release } from './released-changes.mjs'

const [version = ''] = process.argv.slice(2)
if (!/^[\w.-]+$/.test(version)) {
  console.error('Usage: node scripts/store-release.mjs VERSION')
  process.exit(1)
}
const { storeRelease } = await loadTypeScript('tests/support/releases/store-release.ts')
await writeFile(join(root, `tests/integration/database/releases/${version}.sql`), await storeRelease())
await release(join(root, 'server/db'))
process.exit()
