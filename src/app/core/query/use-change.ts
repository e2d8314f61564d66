import {
  onlineManager,
  useMutation,
  type DataTag,
  type MutationOptions,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { useCall } from '../api/call-context.ts'
import { CallError } from '../api/call-error.ts'
import kit from '../../locales/zh-CN/kit.json'
import { addTexts, i18n } from '../language/i18n.ts'
import { language } from '../language/language.ts'
import { failureText } from '../notices/failure-text.ts'
import { notify } from '../notices/notices.ts'
import { renewNamed, renewShown } from './renew.ts'

// English is in the pack that every page shares.
addTexts('zh-CN', 'kit', kit)

/** What is said of a change, and what is loaded again after it; texts, or functions of the result and of what was sent. */
interface Told<Result, Sent> {
  /** Null: nothing is said. */
  readonly done?: string | ((result: Result, sent: Sent) => string | null)
  /** As a sentence; the reason and a retry follow. Without it the caller shows the failure: a form does, and a question. */
  readonly failed?: string | ((sent: Sent, error: unknown) => string)
  /** False where the result is shown in this place alone, which a retry would not reach: none is offered. */
  readonly again?: false
  /** What takes the change back, offered beside `done`; null where nothing does. */
  readonly undo?: (result: Result, sent: Sent) => (() => Promise<unknown>) | null
  /** Said after that, by default that it was undone. */
  readonly undone?: string | ((sent: Sent) => string)
  /** The query whose data the result is: it is shown at once. */
  readonly shows?: { readonly queryKey: DataTag<QueryKey, Result, Error> }
  /** Endpoints to load again, before the change counts as done; by default all that is shown is loaded again after it. */
  readonly renews?: readonly AnyEndpoint[]
}

/**
 * A change that the user makes, by an endpoint or by a function that makes several calls: TanStack's mutation, whose `mutate` says what `told` says, and whose `mutateAsync`
 * rejects besides, for forms and questions. With `failed` nothing is sent offline, and a notice says so.
 */
export function useChange<R extends AnyEndpoint>(
  endpoint: R,
  told?: Told<ResponseOf<R>, RequestOf<R>>,
): UseMutationResult<ResponseOf<R>, Error, RequestOf<R>>
export function useChange<Result, Sent = void>(
  change: (sent: Sent) => Promise<Result>,
  told?: Told<Result, Sent>,
): UseMutationResult<Result, Error, Sent>
export function useChange(
  change: AnyEndpoint | ((sent: unknown) => Promise<unknown>),
  told: Told<unknown, unknown> = {},
): UseMutationResult {
  const call = useCall()
  return useMutation(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the overloads it is the endpoint's request
    changeOptions(typeof change === 'function' ? change : (sent) => call(change, sent as never), told),
  )
}

/** A change that was not sent, because there is no network. */
class NotSent extends Error {}

/** The mutation of a change. What follows it is among its own options, so that it happens also once the component is gone. */
export function changeOptions(
  change: (sent: unknown) => Promise<unknown>,
  told: Told<unknown, unknown>,
): MutationOptions<unknown, Error, unknown> {
  const { done, failed, undo, shows, renews } = told
  const options: MutationOptions<unknown, Error, unknown> = {
    mutationFn: (sent) => (failed && !onlineManager.isOnline() ? Promise.reject(new NotSent()) : change(sent)),
    async onSuccess(result, sent, _, { client }) {
      if (shows) {
        // A request that is under way may not know of the change.
        await client.cancelQueries({ queryKey: shows.queryKey, exact: true })
        client.setQueryData(shows.queryKey, result)
      }
      // Those that are named are waited for: the caller moves the focus in what is drawn then.
      if (renews) await renewNamed(client, namesOf(renews))
      else void renewShown(client, shows?.queryKey)
      const text = typeof done === 'function' ? done(result, sent) : done
      const back = text && undo?.(result, sent)
      const takeBack = back && (() => startChange(client, undoOptions(back, told, sent)))
      if (text) notify('success', text, takeBack ? action(i18n.t('change.undo', KIT), takeBack) : {})
    },
    onError(error, sent, _, { client }) {
      const isChanged = error instanceof CallError && error.code === 'record.changed'
      if (isChanged) void renewShown(client)
      if (failed === undefined) return
      const text = describe(typeof failed === 'function' ? failed(sent, error) : failed, error)
      const again = () => startChange(client, options, sent)
      // Another try would be over the same state, which another person has changed.
      notify('error', text, isChanged || told.again === false ? {} : action(i18n.t('retry'), again))
    },
  }
  return options
}

function undoOptions(back: () => Promise<unknown>, { undone, renews }: Told<unknown, unknown>, sent: unknown) {
  return changeOptions(back, {
    done: (typeof undone === 'function' ? undone(sent) : undone) ?? i18n.t('change.undone', KIT),
    failed: i18n.t('change.notUndone', KIT),
    ...(renews && { renews }),
  })
}

/** Starts a change outside of a component. Never rejects. */
export async function startChange(
  client: QueryClient,
  options: MutationOptions<unknown, Error, unknown>,
  sent?: unknown,
): Promise<void> {
  const change = client.getMutationCache().build(client, client.defaultMutationOptions(options))
  await change.execute(sent).catch(() => {})
}

const namesOf = (endpoints: readonly AnyEndpoint[]) => endpoints.map(({ name }) => name)

const KIT = { ns: 'kit' } as const

const action = (label: string, run: () => Promise<void>) => ({ action: { label, run: () => void run() } })

/** What failed, as a sentence, and why. */
function describe(what: string, error: unknown): string {
  if (error instanceof NotSent) return i18n.t('offlineAction')
  return `${what}${language.current === 'en' ? ' ' : ''}${failureText(error)}`
}
