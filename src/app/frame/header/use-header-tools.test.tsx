import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'

beforeEach(() => {
  stubLocalStorage()
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' })
  vi.stubGlobal('document', { documentElement: {}, querySelector: () => null, getElementById: () => null })
  vi.stubGlobal('location', { href: 'http://localhost/', search: '', hash: '', pathname: '/' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('window', globalThis)
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it('has a button that switches the account in development only', async () => {
  const { useHeaderTools } = await import('./use-header-tools.tsx')
  const { queryClient } = await import('../../core/query/query-client.ts')
  function Keys() {
    return useHeaderTools(teacher, new Set(), null, false, true).map(({ key }) => `[${key}]`)
  }
  const keys = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Keys />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  vi.stubEnv('DEV', true)
  expect(keys()).toContain('[account-switch]')
  vi.stubEnv('DEV', false)
  expect(keys()).not.toContain('[account-switch]')
  expect(keys()).toContain('[account]')
})
