import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../../../server/db/database.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { saveProvider, type ProviderForm } from '../../../server/modules/identity-providers/save-provider.ts'
import { createVault, readVaultKey, type Vault } from '../../../server/runtime/vault.ts'
import type { FakeOidcProvider } from '../fakes/fake-oidc-provider.ts'
import { portalDatabase } from '../process/portal-database.ts'
import type { FakeWeChat } from '../fakes/fake-wechat.ts'

/** The form of a provider that is the OpenID peer. */
export function oidcForm({ issuer, clientId, clientSecret }: FakeOidcProvider): ProviderForm {
  return { kind: 'oidc', name: '教育云', englishName: 'Education Cloud', clientId, clientSecret, baseUrl: issuer }
}

/** The form of a provider that is one of the applications of the WeChat peer. */
export function weChatForm(peer: FakeWeChat, kind: 'wechat_web' | 'wechat_mp' | 'wecom'): ProviderForm {
  const forms = {
    wechat_web: { name: '微信', englishName: 'WeChat', clientId: peer.appId, clientSecret: peer.secret },
    wechat_mp: { name: '公众号', englishName: 'Official account', clientId: peer.mpAppId, clientSecret: peer.secret },
    wecom: { name: '企业微信', englishName: 'WeCom', clientId: peer.corpId, clientSecret: peer.corpSecret },
  }
  const agentId = kind === 'wecom' ? peer.agentId : ''
  return { kind, ...forms[kind], agentId, baseUrl: peer.base, apiUrl: peer.base }
}

/** Sets up a provider for the unit at a host, and returns its id. */
export async function addProvider(
  database: Database,
  vault: Vault,
  form: ProviderForm,
  host = 'localhost',
): Promise<string> {
  const unitId = await database.asOwner(async (tx) => {
    const { rows } = await tx.execute(sql`select unit_id from unit_host where host = ${host}`)
    return z.parse(z.tuple([z.object({ unit_id: z.string() })]), rows)[0].unit_id
  })
  return database.inUnit({ unitId, userId: null }, (tx) => saveProvider(tx, vault, unitId, form))
}

/**
 * Runs something with the database and the vault of a portal that runs on a data folder with the bundled PostgreSQL, from outside its process. For browser
 * tests: `usePortalData(portal.dataFolder, (database, vault) => addProvider(database, vault, oidcForm(peer)))`.
 */
export async function usePortalData<T>(
  dataFolder: string,
  work: (database: Database, vault: Vault) => Promise<T>,
): Promise<T> {
  const vault = createVault(await readVaultKey(dataFolder, undefined))
  const database = openDatabase({ connection: portalDatabase(dataFolder), log: silentLog })
  try {
    return await work(database, vault)
  } finally {
    await database.close()
  }
}
