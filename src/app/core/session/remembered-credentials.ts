import * as z from 'zod/mini'
import { proxy, ref } from 'valtio/vanilla'
import type { LoginForm } from '../../../../contract/rules/sign-in/login.ts'
import { rememberedKey } from '../storage/local-keys.ts'
import { persistStore } from '../storage/persist-store.ts'
import { seal, unseal, type Sealed } from './seal.ts'

const sealed = z.object({
  key: z.instanceof(CryptoKey),
  iv: z.instanceof(Uint8Array<ArrayBuffer>),
  data: z.instanceof(ArrayBuffer),
})
const credentials = z.object({ username: z.string(), password: z.string() })

const asRef = (value: Sealed) => ref(value)
// A CryptoKey in a proxy could not be stored again.
const store = proxy<{ sealed: ReturnType<typeof asRef> | null }>({ sealed: null })

const persisted = persistStore(store, {
  key: { userId: null, name: 'remembered credentials' },
  version: 1,
  schema: z.nullable(sealed),
  select: (kept) => kept.sealed,
  restore(to, value) {
    to.sealed = value && asRef(value)
  },
})

/** The remembered name and password, or null. Never rejects. */
export async function readRemembered(): Promise<LoginForm | null> {
  await persisted.ready
  if (!store.sealed) return null
  try {
    return credentials.parse(JSON.parse(await unseal(store.sealed)))
  } catch {
    return null
  }
}

/** Stores name and password on this device, encrypted. Never rejects; does nothing where that is impossible. */
export async function remember(form: LoginForm): Promise<void> {
  try {
    const value = await seal(JSON.stringify(form))
    await persisted.ready
    store.sealed = asRef(value)
    await persisted.flush()
    rememberedKey.set(true)
  } catch {
    rememberedKey.remove()
  }
}

/** Deletes the stored credentials. Never rejects. */
export async function forgetRemembered(): Promise<void> {
  rememberedKey.remove()
  await persisted.ready
  store.sealed = null
  await persisted.flush()
}
