import { startAlteringProxy, type AlteringProxy } from './altering-proxy.ts'
import { test as base } from '../../e2e/fixtures.ts'

/** Tests that visit the portal through a proxy, which can hold things back and pass it off as its own next version. */
export const test = base.extend<{ altered: AlteringProxy }>({
  async altered({ portal }, use) {
    const proxy = await startAlteringProxy(portal.url)
    await use(proxy)
    await proxy.close()
  },
  baseURL: async ({ altered }, use) => use(altered.url),
})
