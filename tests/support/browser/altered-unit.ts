import type { Page } from '@playwright/test'

type Unit = Record<string, unknown>

/** Delivers the documents, and what is asked about the unit, as if the unit said something else of itself. Without a service worker alone. */
export async function alterUnit(page: Page, change: (unit: Unit) => void): Promise<void> {
  await page.context().route('**/api/uaa/oauth/login/unit_config*', async (route) => {
    const response = await route.fetch()
    const json: { data: Unit } = await response.json()
    change(json.data)
    await route.fulfill({ response, json })
  })
  await page.context().route(
    (url) => url.pathname === '/login' || url.pathname === '/' || url.pathname.endsWith('/index.html'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /(id="portal-unit">)([^<]*)(<)/,
        (_, before: string, json: string, after: string) => {
          const unit: Unit = JSON.parse(json)
          change(unit)
          return before + JSON.stringify(unit).replaceAll('<', String.raw`\u003c`) + after
        },
      )
      await route.fulfill({ response, body })
    },
  )
}
