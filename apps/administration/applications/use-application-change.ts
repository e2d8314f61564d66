import { useRef } from 'react'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import type {
  Application,
  ApplicationOverview,
  DefaultDesktop,
} from '../../../contract/endpoints/applications/applications.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useExpected } from '../../../src/app/core/query/use-expected.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { sortedBy } from './application-lists.ts'

// The changes of applications that can be undone.

export const OVERVIEW = endpointQuery(applications.read, {})

const withApplications = (after: (all: Application[]) => Application[]) => (known: ApplicationOverview) => ({
  ...known,
  applications: after(known.applications),
})

/** Shows or hides an application. */
export function useApplicationSwitch() {
  const { t, nameOf } = useLocale()
  const call = useCall()
  const expected = useExpected(OVERVIEW)
  const turn = (code: string, on: boolean) =>
    expected(
      () => call(applications.turn, { code, on }),
      withApplications((all) => all.map((one) => (one.code === code ? { ...one, on } : one))),
    )
  return useChange(({ application: { code }, on }: { application: Application; on: boolean }) => turn(code, on), {
    done: (_, { application, on }) =>
      t(on ? 'applications.turnedOn' : 'applications.turnedOff', { name: nameOf(application) }),
    failed: t('applications.notChanged'),
    undo:
      (_, { application: { code }, on }) =>
      () =>
        turn(code, !on),
  })
}

/** Puts applications in another order. */
export function useApplicationOrder() {
  const t = useTexts()
  const call = useCall()
  const expected = useExpected(OVERVIEW)
  const sort = (codes: string[]) =>
    expected(
      () => call(applications.sort, { codes }),
      withApplications((all) => sortedBy(all, codes)),
    )
  return useChange(({ codes }: { before: string[]; codes: string[] }) => sort(codes), {
    done: t('sort.done'),
    failed: t('sort.failed'),
    undo:
      (_, { before }) =>
      () =>
        sort(before),
  })
}

/** Deletes an application. */
export function useApplicationRemoval() {
  const { t, nameOf } = useLocale()
  const call = useCall()
  const expected = useExpected(OVERVIEW)
  return useChange(
    ({ code }: Application) =>
      expected(
        () => call(applications.remove, { code }),
        withApplications((all) => all.filter((one) => one.code !== code)),
      ),
    {
      done: (_, application) => t('structure.deleted', { name: nameOf(application) }),
      failed: (application) => t('applications.notDeleted', { name: nameOf(application) }),
      undo:
        (_, { code }) =>
        () =>
          expected(() => call(applications.bringBack, { code })),
    },
  )
}

/** Stores a default desktop. Its groups null: the order of the applications. */
export function useDefaultDesktop() {
  const t = useTexts()
  const call = useCall()
  const expected = useExpected(OVERVIEW)
  /** The version that the save which is under way makes. */
  const saving = useRef<Promise<string>>(null)
  /** Resolves to the version of what was stored. */
  const store = async ({ userType, groups, version }: DefaultDesktop): Promise<string> => {
    const before = saving.current
    const after = expected(
      async () => {
        // What is arranged before the server has answered is over the own change, not over the state before it.
        const from = await before?.catch(() => version)
        return call(applications.saveDefault, { userType, groups, version: from ?? version })
      },
      (known) => ({
        ...known,
        defaults: known.defaults.map((one) => (one.userType === userType ? { ...one, groups } : one)),
      }),
    ).then(({ defaults }) => defaults.find((one) => one.userType === userType)?.version ?? version)
    saving.current = after
    try {
      return await after
    } finally {
      if (saving.current === after) saving.current = null
    }
  }
  return useChange(
    ({ before, groups }: { before: DefaultDesktop; groups: DefaultDesktop['groups'] }) => store({ ...before, groups }),
    {
      done: t('applications.default.done'),
      failed: t('sort.failed'),
      undo:
        (version, { before }) =>
        () =>
          store({ ...before, version }),
    },
  )
}
