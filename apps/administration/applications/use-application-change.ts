import { useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/endpoint.ts'
import {
  bringBack,
  read,
  remove,
  saveDefault,
  sort,
  turn,
  type Application,
  type ApplicationOverview,
} from '../../../contract/endpoints/applications/applications.ts'
import { nameIn, useLanguage, useTexts } from '../portal-context.ts'
import { useChange, useSend } from '../use-change.ts'
import { sortedBy, type UserType } from './application-lists.ts'

export const OVERVIEW = {}
const KEY = [read.name, OVERVIEW]

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
  ): Promise<void> => {
    await client.cancelQueries({ queryKey: KEY })
    client.setQueryData<ApplicationOverview>(KEY, (known) => known && expect(known))
    try {
      client.setQueryData<ApplicationOverview>(KEY, await work())
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
      () => send(turn, { code, on }),
      withApplications((all) => all.map((one) => (one.code === code ? { ...one, on } : one))),
    )
  const ordered = (codes: string[]) =>
    store(
      () => send(sort, { codes }),
      withApplications((all) => sortedBy(all, codes)),
    )
  const arranged = ({ userType, groups }: RequestOf<typeof saveDefault>) =>
    store(
      () => send(saveDefault, { userType, groups }),
      (known) => ({
        ...known,
        defaults: [
          ...known.defaults.filter((one) => one.userType !== userType),
          ...(groups === null ? [] : [{ userType, groups }]),
        ],
      }),
    )

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
            () => send(remove, { code }),
            withApplications((all) => all.filter((one) => one.code !== code)),
          )
          return () => store(() => send(bringBack, { code }))
        },
        done: t('applications.deleted', { name: nameIn(application, language) }),
        failed: t('applications.notDeleted', { name: nameIn(application, language) }),
      }),
    /** `groups` null: the order of the applications. */
    arrange: (
      userType: UserType,
      before: RequestOf<typeof saveDefault>['groups'],
      groups: RequestOf<typeof saveDefault>['groups'],
    ) =>
      change({
        work: async () => {
          await arranged({ userType, groups })
          return () => arranged({ userType, groups: before })
        },
        done: t('applications.default.done'),
        failed: t('sort.failed'),
      }),
  }
}
