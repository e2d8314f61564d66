import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import type {
  Application,
  ApplicationOverview,
  DefaultDesktop,
} from '../../../contract/endpoints/applications/applications.ts'
import { nameIn, useTexts } from '../portal-context.ts'
import { useChange, useSend } from '../use-change.ts'
import { sortedBy } from './application-lists.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'

export const OVERVIEW = {}
const KEY = [applications.read.name, OVERVIEW]

/** The changes of applications that can be undone. What is shown changes at once, and back when the server refuses. */
export function useApplicationChange() {
  const t = useTexts()
  const language = useLanguage()
  const send = useSend()
  const client = useQueryClient()
  const { change } = useChange()

  const store = async (
    work: () => Promise<ApplicationOverview>,
    expect: (known: ApplicationOverview) => ApplicationOverview = (known) => known,
  ): Promise<ApplicationOverview> => {
    await client.cancelQueries({ queryKey: KEY })
    client.setQueryData<ApplicationOverview>(KEY, (known) => known && expect(known))
    try {
      const now = await work()
      client.setQueryData<ApplicationOverview>(KEY, now)
      return now
    } catch (error) {
      void client.invalidateQueries({ queryKey: KEY })
      throw error
    }
  }
  const withApplications = (after: (all: Application[]) => Application[]) => (known: ApplicationOverview) => ({
    ...known,
    applications: after(known.applications),
  })
  const turned = (code: string, on: boolean) =>
    store(
      () => send(applications.turn, { code, on }),
      withApplications((all) => all.map((one) => (one.code === code ? { ...one, on } : one))),
    )
  const ordered = (codes: string[]) =>
    store(
      () => send(applications.sort, { codes }),
      withApplications((all) => sortedBy(all, codes)),
    )
  /** The version that the save of a default desktop makes which is under way. */
  const arranging = useRef<Promise<string>>(null)
  /** Resolves to the version of what was stored. */
  const arranged = async ({ userType, groups, version }: DefaultDesktop): Promise<string> => {
    const before = arranging.current
    const after = store(
      async () => {
        // What is arranged before the server has answered is over the own change, not over the state before it.
        const from = await before?.catch(() => version)
        return send(applications.saveDefault, { userType, groups, version: from ?? version })
      },
      (known) => ({
        ...known,
        defaults: known.defaults.map((one) => (one.userType === userType ? { ...one, groups } : one)),
      }),
    ).then(({ defaults }) => defaults.find((one) => one.userType === userType)?.version ?? version)
    arranging.current = after
    try {
      return await after
    } finally {
      if (arranging.current === after) arranging.current = null
    }
  }

  return {
    turn: ({ code, name, englishName }: Application, on: boolean) =>
      change({
        work: async () => {
          await turned(code, on)
          return () => turned(code, !on)
        },
        done: t(on ? 'applications.turnedOn' : 'applications.turnedOff', {
          name: nameIn({ name, englishName }, language),
        }),
        failed: t('applications.notChanged'),
      }),
    sort: (before: string[], codes: string[]) =>
      change({
        work: async () => {
          await ordered(codes)
          return () => ordered(before)
        },
        done: t('sort.done'),
        failed: t('sort.failed'),
      }),
    remove: (application: Application) =>
      change({
        work: async () => {
          const { code } = application
          await store(
            () => send(applications.remove, { code }),
            withApplications((all) => all.filter((one) => one.code !== code)),
          )
          return () => store(() => send(applications.bringBack, { code }))
        },
        done: t('structure.deleted', { name: nameIn(application, language) }),
        failed: t('applications.notDeleted', { name: nameIn(application, language) }),
      }),
    /** `groups` null: the order of the applications. */
    arrange: (before: DefaultDesktop, groups: DefaultDesktop['groups']) =>
      change({
        work: async () => {
          const version = await arranged({ ...before, groups })
          return () => arranged({ ...before, version })
        },
        done: t('applications.default.done'),
        failed: t('sort.failed'),
      }),
  }
}
