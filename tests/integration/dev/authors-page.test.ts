import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import * as context from '../../../src/app/micro-apps/app-context.ts'
import { AppRoutes } from '../../../src/app/micro-apps/AppRoutes.tsx'
import { useObservable } from '../../../src/app/micro-apps/micro-app.ts'
import { useChange } from '../../../src/app/micro-apps/use-change.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { usePageHeading } from '../../../src/app/ui/record/use-page-heading.ts'
import { AUTHOR_STEPS } from '../../support/authors/author-steps.ts'
import { namesIn, readAuthorPage, rowsBelow } from '../../support/authors/author-page.ts'
import { PORTAL_TRIALS } from '../../support/authors/portal-trials.ts'

// docs/develop/applications.md: that it says all there is, and that a step or a trial stands behind each row.

const page = await readAuthorPage()
const repository = new URL('../../../', import.meta.url)

describe('the page for authors', () => {
  it('shows the entry of the example as it is', async () => {
    expect(page).toContain(
      '```tsx\n' + (await readFile(new URL('examples/hello/hello.tsx', repository), 'utf8')) + '```',
    )
  })

  it('names each step of the smallest application, and each is tried', () => {
    const files = rowsBelow(page, 'The smallest one').map((cell) => cell.replaceAll('`', ''))
    expect(files).toEqual(Object.keys(AUTHOR_STEPS))
  })

  it('names each member of the interface, and each is tried', () => {
    const named = rowsBelow(page, '`portal`').flatMap(namesIn)
    expect(named.toSorted()).toEqual(Object.keys(PORTAL_TRIALS).toSorted())
  })

  it('names hooks that there are', () => {
    const [beside = ''] = /^Beside it, for React:[\s\S]*?```/m.exec(page) ?? []
    const further = { AppRoutes, useObservable, useEndpoint, usePageHeading, useChange }
    const exported: Record<string, unknown> = { ...context, ...further }
    const hooks = namesIn(beside).filter((name) => name.startsWith('use'))
    expect(hooks).not.toEqual([])
    expect(hooks.filter((name) => typeof exported[name] !== 'function')).toEqual([])
  })

  it('names states that the browser tests of the viewport tell', async () => {
    const told = await readFile(new URL('tests/e2e/desktop/viewport.spec.ts', repository), 'utf8')
    const titles: Record<string, string> = {
      missing: 'an application that is missing, does not arrive or is none says so',
      unreachable: 'an application that is missing, does not arrive or is none says so',
      broken: 'an application that is missing, does not arrive or is none says so',
      crashed: 'an application that loops is stopped',
      hung: 'or not opened again by itself, and opens on request',
    }
    expect(rowsBelow(page, 'How it is opened')).toEqual(Object.keys(titles))
    for (const title of Object.values(titles)) expect(told).toContain(title)
  })
})
