import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A path to a folder, and what removes the link that it may go through. */
export interface ShortPath {
  readonly path: string
  readonly dispose: () => Promise<void>
}

// The system's limit is 104 bytes (macOS) to 108 (Linux) with a closing zero.
const longestSocketPath = 100

/** A way to the folder on which the socket's relative path is not too long for the system: the folder itself, or a link in a private temporary folder. */
export async function shortenPath(folder: string, socket: string): Promise<ShortPath> {
  const fits = (path: string) => Buffer.byteLength(join(path, socket)) <= longestSocketPath
  if (fits(folder)) return { path: folder, dispose: async () => undefined }
  const base = fits(join(tmpdir(), 'portal-XXXXXX', 'pg')) ? tmpdir() : '/tmp'
  const shortcut = await mkdtemp(join(base, 'portal-'))
  await symlink(folder, join(shortcut, 'pg'))
  return { path: join(shortcut, 'pg'), dispose: () => rm(shortcut, { recursive: true, force: true }) }
}
