import { rememberedKey } from '../../../core/storage/local-keys.ts'

/** Updates the password that this device remembers for a login name. Never rejects. */
export async function updateRemembered(username: string, password: string): Promise<void> {
  const kept = await findRemembered(username)
  if (kept) await kept.remember({ username: kept.username, password })
}

/** Removes the password that this device remembers for a login name. Never rejects. */
export async function dropRemembered(username: string): Promise<void> {
  const kept = await findRemembered(username)
  await kept?.forgetRemembered()
}

async function findRemembered(username: string) {
  if (!rememberedKey.get()) return null
  const module = await import('../../../core/session/remembered-credentials.ts').catch(() => null)
  const kept = await module?.readRemembered()
  if (!module || kept?.username.toLowerCase() !== username.toLowerCase()) return null
  return { ...module, username: kept.username }
}
