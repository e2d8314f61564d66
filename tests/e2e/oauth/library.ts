import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type SQL, sql } from 'drizzle-orm'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import { saveClient } from '../../../server/modules/oauth/oauth-clients.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { discover, LIBRARY, type Registered } from '../../support/callers/third-party.ts'

type Portal = { readonly url: string; readonly dataFolder: string }

/** A library of the town on loopback that lets people sign in with their school's portal. */
export interface TownLibrary {
  readonly callback: string
  /** Where it wants people whom it signed out. */
  readonly bye: string
  readonly registered: Registered
  /** Begins a sign-in as the library's own software does. */
  begin(more?: Record<string, string>): Promise<{
    readonly config: client.Configuration
    readonly url: URL
    readonly checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }
  }>
  /** The address at which it got its browser back. */
  backIn(page: Page): Promise<URL>
  /** Runs a statement on the portal's data. */
  change(statement: SQL): Promise<void>
  close(): Promise<void>
}

/** Opens the library and registers it with the school at `localhost`. */
export async function openLibrary({ url: origin, dataFolder }: Portal): Promise<TownLibrary> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html lang="en"><title>Library</title><link rel="icon" href="data:,">')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const callback = `http://127.0.0.1:${port}/callback`
  const bye = `http://127.0.0.1:${port}/bye`
  const change = (statement: SQL) =>
    usePortalData(dataFolder, (database) =>
      database.asOwner(async (tx) => {
        await tx.execute(statement)
      }),
    )
  const registered = await usePortalData(dataFolder, async (database) => {
    const unitId = await database.asOwner(async (tx) => {
      const { rows } = await tx.execute(sql`select unit_id from unit_host where host = 'localhost'`)
      return z.parse(z.tuple([z.object({ unit_id: z.string() })]), rows)[0].unit_id
    })
    const settings = { ...LIBRARY, redirectUris: [callback], postLogoutRedirectUris: [bye] }
    const saved = await database.inUnit({ unitId, userId: null }, (tx) => saveClient(tx, unitId, {}, settings))
    return { clientId: saved.clientId, secret: saved.secret ?? '' }
  })

  return {
    callback,
    bye,
    registered,
    change,
    async begin(more = {}) {
      const config = await discover(origin, registered)
      const pkceCodeVerifier = client.randomPKCECodeVerifier()
      const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid profile',
        state: expectedState,
        nonce: expectedNonce,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        ...more,
      })
      return { config, url, checks: { pkceCodeVerifier, expectedState, expectedNonce } }
    },
    async backIn(page) {
      await page.waitForURL((url) => url.href.startsWith(callback))
      return new URL(page.url())
    },
    async close() {
      await change(sql`delete from oauth_client where client_id = ${registered.clientId}`)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
